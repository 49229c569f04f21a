"""Terms as a form has them: a name and a text for every value, and back again."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any
from zoneinfo import ZoneInfo

from house.terms.editor.inputs import (
    NO,
    Shape,
    Unreadable,
    Widget,
    leaf,
    shape_of,
)
from house.terms.kind import Kind, R, T
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms.data import hints
from rulebook.terms.limits import MOST_IN_A_LIST, name_in
from rulebook.terms.terms import Terms

Texts = Mapping[str, str]
READABLE = HOUSE.at("TERMS-4")
KNOWN = HOUSE.at("TERMS-3")
WALL_CLOCK = HOUSE.at("TERMS-5")
COUNT = re.compile(r"[0-9]{1,4}")


def flat(terms: Terms) -> dict[str, str]:
    """Every value of the terms by its place, as it stands in its input."""
    made = _Flattening(terms.long_texts, terms.zone)
    made.add(shape_of(type(terms)), terms, "")
    return made.texts


def flat_row(kind: Kind[T, R], place: str) -> dict[str, str]:
    """A new row of the list at a place, by the places inside it."""
    shape = shape_at(kind, f"{place}.0")
    assert shape is not None, place
    value = shape.inner() if shape.is_group else None
    made = _Flattening(kind.terms.long_texts, ZoneInfo("UTC"))
    made.add(shape, value, f"{place}.0")
    return {p.removeprefix(f"{place}.0"): text for p, text in made.texts.items()}


@dataclass(slots=True)
class _Flattening:
    """One pass over a value, every single one inside it written as a text."""

    long_texts: Container[str]
    zone: ZoneInfo
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, shape: Shape, value: Any, place: str) -> None:
        if shape.many:
            self.texts[place] = str(len(value or ()))
            for at, each in enumerate(value or ()):
                self.add(shape_of(shape.inner), each, f"{place}.{at}")
        elif shape.is_group:
            for name, hint in hints(shape.inner).items():
                inner = None if value is None else getattr(value, name)
                self.add(shape_of(hint), inner, _inside(place, name))
        else:
            one = leaf(shape, name_in(place), self.long_texts)
            self.texts[place] = one.shown(value, self.zone)


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def shape_at(kind: Kind[T, R], place: str) -> Shape | None:
    """What stands at a place of the terms, if there is such a place."""
    shape = shape_of(kind.terms)
    for part in place.split("."):
        if shape.many:
            if not COUNT.fullmatch(part):
                return None
            shape = shape_of(shape.inner)
        elif shape.is_group and part in (known := hints(shape.inner)):
            shape = shape_of(known[part])
        else:
            return None
    return shape


def unknown(kind: Kind[T, R], posted: Texts) -> Iterator[Refusal]:
    """Names in a form that are no field of the terms."""
    for place in posted:
        shape = shape_at(kind, place)
        if shape is None or shape.is_group or place in kind.labels.fixed:
            wrong = f"There is no field “{place[:60]}”."
            yield Refusal(KNOWN, wrong, "Open the page again and send its own form.")


def merged(kind: Kind[T, R], saved: Texts, posted: Texts) -> dict[str, str]:
    """What was saved with what was typed over it; a list is taken as a whole."""
    shapes = {place: shape_at(kind, place) for place in posted}
    lists = tuple(f"{p}." for p, shape in shapes.items() if shape and shape.many)
    kept = {p: text for p, text in saved.items() if not p.startswith(lists or ("\0",))}
    return kept | dict(posted)


@dataclass(slots=True)
class Reading:
    """One pass over the texts of a form, with everything that cannot be read."""

    texts: Texts
    zone: ZoneInfo
    long_texts: Container[str]
    refusals: list[Refusal] = field(default_factory=list)

    def value(self, shape: Shape, place: str, default: Any = None) -> Any:
        """The value at a place."""
        if shape.many:
            return tuple(self._rows(shape_of(shape.inner), place))
        if shape.is_group:
            return self._group(shape, place)
        return self._single(shape, place, default)

    def _rows(self, shape: Shape, place: str) -> Iterator[Any]:
        for at in range(self.count(place)):
            inner = f"{place}.{at}"
            if shape.is_group or self.texts.get(inner, "").strip():
                value = self.value(shape, inner)
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

    def _group(self, shape: Shape, place: str) -> Any:
        if shape.optional and self._is_blank(place):
            return None
        defaults = {f.name: _default(f) for f in fields(shape.inner)}
        return shape.inner(
            **{
                name: self.value(shape_of(hint), _inside(place, name), defaults[name])
                for name, hint in hints(shape.inner).items()
            }
        )

    def _is_blank(self, place: str) -> bool:
        inside = (t for p, t in self.texts.items() if p.startswith(f"{place}."))
        return not any(text.strip() for text in inside)

    def _single(self, shape: Shape, place: str, default: Any) -> Any:
        one = leaf(shape, name_in(place), self.long_texts)
        text = self.texts.get(place, "")
        if not text.strip():
            return None if shape.optional else default
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


def read(
    kind: Kind[T, R], texts: Texts, zone: ZoneInfo
) -> tuple[T, tuple[Refusal, ...]]:
    """The terms that the texts of a form make, and what could not be read."""
    reading = Reading(texts, zone, kind.terms.long_texts)
    terms = reading.value(shape_of(kind.terms), "")
    assert isinstance(terms, kind.terms)
    return terms, tuple(reading.refusals)


def ticked(posted: Mapping[str, list[str]]) -> dict[str, str]:
    """One text for each name: a box that is ticked comes after its own “no”."""
    return {name: values[-1] if values else NO for name, values in posted.items()}
