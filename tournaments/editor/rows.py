"""Rows of a list in a form: one more, one less, one up, one down."""

from collections.abc import Mapping
from typing import NamedTuple

from house.typed import whole
from tournaments.editor.flat import Texts, flat_row, kind_at
from tournaments.rules.limits import MOST_IN_A_LIST


class Wish(NamedTuple):
    """What is to happen to a list: add:place, or remove, up, down:place.row."""

    verb: str
    place: str
    at: int


def wish(text: str) -> Wish | None:
    """The wish a button stands for, if it is one."""
    verb, _, target = text.partition(":")
    place, _, row = target.rpartition(".")
    if verb == "add":
        place, row = target, "0"
    at = whole(row)
    if verb not in {"add", "remove", "up", "down"} or at is None:
        return None
    kind = kind_at(place)
    return Wish(verb, place, at) if kind is not None and kind.many else None


def done(texts: Texts, wanted: Wish) -> dict[str, str]:
    """The texts with the wish fulfilled, as far as it can be."""
    rows = _rows(texts, wanted.place)
    at = wanted.at
    if wanted.verb == "add" and len(rows) < MOST_IN_A_LIST:
        rows.append(flat_row(wanted.place))
    elif wanted.verb == "remove" and at < len(rows):
        del rows[at]
    elif wanted.verb in {"up", "down"}:
        other = at - 1 if wanted.verb == "up" else at + 1
        if 0 <= other < len(rows) and at < len(rows):
            rows[at], rows[other] = rows[other], rows[at]
    return _with(texts, wanted.place, rows)


def _rows(texts: Texts, place: str) -> list[Mapping[str, str]]:
    """Each row as texts by their place inside it; a single value stands at “”."""
    count = texts.get(place, "0")
    found: list[Mapping[str, str]] = []
    for at in range(min(whole(count) or 0, MOST_IN_A_LIST)):
        start = f"{place}.{at}"
        found.append(
            {
                name.removeprefix(start): text
                for name, text in texts.items()
                if name == start or name.startswith(f"{start}.")
            }
        )
    return found


def _with(texts: Texts, place: str, rows: list[Mapping[str, str]]) -> dict[str, str]:
    others = {n: t for n, t in texts.items() if not n.startswith(f"{place}.")}
    others[place] = str(len(rows))
    for at, row in enumerate(rows):
        others |= {f"{place}.{at}{inner}": text for inner, text in row.items()}
    return others
