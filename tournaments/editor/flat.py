"""Terms as a form has them: a name and a text for every value, and back again."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any
from zoneinfo import ZoneInfo

from rulebook import HOUSE, Cite, Refusal
from tournaments.editor.kinds import NO, Kind, Unreadable, Widget, kind_of, leaf
from tournaments.rules.data import hints
from tournaments.rules.limits import MOST_IN_A_LIST
from tournaments.rules.terms import Terms

Texts = Mapping[str, str]
READABLE = HOUSE.at("TOURN-32")
KNOWN = HOUSE.at("TOURN-23")
WALL_CLOCK = HOUSE.at("TOURN-33")
# The venue's zone is a setting of the house; no tournament has another.
FIXED = frozenset({"details.names.zone"})
COUNT = re.compile(r"[0-9]{1,4}")


def flat(terms: Terms) -> dict[str, str]:
    """Every value of the terms by its place, as it stands in its input."""
    texts: dict[str, str] = {}
    _flatten(kind_of(Terms), terms, "", texts, terms.names.tz)
    return texts


def _flatten(
    kind: Kind, value: Any, place: str, texts: dict[str, str], zone: ZoneInfo
) -> None:
    if kind.many:
        texts[place] = str(len(value or ()))
        for at, each in enumerate(value or ()):
            _flatten(kind_of(kind.inner), each, f"{place}.{at}", texts, zone)
    elif kind.is_group:
        for name, hint in hints(kind.inner).items():
            inner = None if value is None else getattr(value, name)
            _flatten(kind_of(hint), inner, _inside(place, name), texts, zone)
    else:
        texts[place] = leaf(kind, name_in(place)).shown(value, zone)


def flat_row(place: str) -> dict[str, str]:
    """A new row of the list at a place, by the places inside it."""
    kind = kind_at(f"{place}.0")
    assert kind is not None, place
    texts: dict[str, str] = {}
    value = kind.inner() if kind.is_group else None
    _flatten(kind, value, f"{place}.0", texts, ZoneInfo("UTC"))
    return {name.removeprefix(f"{place}.0"): text for name, text in texts.items()}


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def name_in(place: str) -> str:
    """The name of the field at a place, also inside a list."""
    return next(part for part in reversed(place.split(".")) if not part.isdigit())


def kind_at(place: str) -> Kind | None:
    """What stands at a place of the terms, if there is such a place."""
    kind = kind_of(Terms)
    for part in place.split("."):
        if kind.many:
            if not COUNT.fullmatch(part):
                return None
            kind = kind_of(kind.inner)
        elif kind.is_group and part in (known := hints(kind.inner)):
            kind = kind_of(known[part])
        else:
            return None
    return kind


def unknown(posted: Texts) -> Iterator[Refusal]:
    """Names in a form that are no field of the terms."""
    for place in posted:
        kind = kind_at(place)
        if kind is None or kind.is_group or place in FIXED:
            wrong = f"There is no field “{place[:60]}”."
            yield Refusal(KNOWN, wrong, "Open the page again and send its own form.")


def merged(saved: Texts, posted: Texts) -> dict[str, str]:
    """What was saved with what was typed over it; a list is taken as a whole."""
    lists = tuple(f"{place}." for place in posted if _is_list(place))
    kept = {p: text for p, text in saved.items() if not p.startswith(lists or ("\0",))}
    return kept | dict(posted)


def _is_list(place: str) -> bool:
    kind = kind_at(place)
    return kind is not None and kind.many


@dataclass(slots=True)
class Reading:
    """One pass over the texts of a form, with everything that cannot be read."""

    texts: Texts
    zone: ZoneInfo
    refusals: list[Refusal] = field(default_factory=list)

    def value(self, kind: Kind, place: str, default: Any = None) -> Any:
        """The value at a place."""
        if kind.many:
            return tuple(self._rows(kind_of(kind.inner), place))
        if kind.is_group:
            return self._group(kind, place)
        return self._single(kind, place, default)

    def _rows(self, kind: Kind, place: str) -> Iterator[Any]:
        for at in range(self.count(place)):
            inner = f"{place}.{at}"
            if kind.is_group or self.texts.get(inner, "").strip():
                value = self.value(kind, inner)
                yield from () if value is None else (value,)
            else:
                wrong, right = "This line is empty.", "Fill it in, or take it out."
                self.refusals.append(Refusal(READABLE, wrong, right, inner))

    def count(self, place: str) -> int:
        """How many rows a list has."""
        text = self.texts.get(place, "0").strip() or "0"
        if COUNT.fullmatch(text) and int(text) <= MOST_IN_A_LIST:
            return int(text)
        wrong = f"The list has {text[:20]} lines."
        self.refusals.append(
            Refusal(READABLE, wrong, f"At most {MOST_IN_A_LIST} fit.", place)
        )
        return 0

    def _group(self, kind: Kind, place: str) -> Any:
        if kind.optional and self._is_blank(place):
            return None
        defaults = {f.name: _default(f) for f in fields(kind.inner)}
        return kind.inner(
            **{
                name: self.value(kind_of(hint), _inside(place, name), defaults[name])
                for name, hint in hints(kind.inner).items()
            }
        )

    def _is_blank(self, place: str) -> bool:
        inside = (t for p, t in self.texts.items() if p.startswith(f"{place}."))
        return not any(text.strip() for text in inside)

    def _single(self, kind: Kind, place: str, default: Any) -> Any:
        one = leaf(kind, name_in(place))
        text = self.texts.get(place, "")
        if not text.strip():
            return None if kind.optional else default
        try:
            return one.read(text, self.zone)
        except Unreadable as error:
            cite: Cite = WALL_CLOCK if one.widget is Widget.MOMENT else READABLE
            self.refusals.append(Refusal(cite, error.wrong, error.right, place))
            return default


def _default(of: Any) -> Any:
    """What a field usually is; every field of every clause has something."""
    made = of.default_factory
    return of.default if made is MISSING else made()


def read(texts: Texts, zone: ZoneInfo) -> tuple[Terms, tuple[Refusal, ...]]:
    """The terms that the texts of a form make, and what could not be read."""
    reading = Reading(texts, zone)
    terms = reading.value(kind_of(Terms), "")
    assert isinstance(terms, Terms)
    return terms, tuple(reading.refusals)


def ticked(posted: Mapping[str, list[str]]) -> dict[str, str]:
    """One text for each name: a box that is ticked comes after its own “no”."""
    return {name: values[-1] if values else NO for name, values in posted.items()}
