"""Rows of a list in a form: one more, one less, one up, one down; a clause opened."""

from collections.abc import Mapping
from typing import NamedTuple

from house.terms.editor.flat import Texts, flat_row, shape_at
from house.terms.kind import Kind, R, T
from house.typed import whole
from rulebook.terms.limits import MOST_IN_A_LIST


class Wish(NamedTuple):
    """What is to happen: add:list, remove, up or down:list.row, open:clause."""

    verb: str
    place: str
    at: int


def wished(kind: Kind[T, R], text: str) -> Wish | None:
    """The wish a button stands for, if it is one."""
    verb, _, target = text.partition(":")
    place, _, row = target.rpartition(".")
    if verb in {"add", "open"}:
        place, row = target, "0"
    at = whole(row)
    if verb not in {"add", "remove", "up", "down", "open"} or at is None:
        return None
    shape = shape_at(kind, place)
    fits = shape is not None and (shape.is_group if verb == "open" else shape.many)
    return Wish(verb, place, at) if fits else None


def done(kind: Kind[T, R], texts: Texts, wish: Wish) -> dict[str, str]:
    """The texts with the wish fulfilled, as far as it can be."""
    if wish.verb == "open":
        return dict(texts)
    rows = _rows(texts, wish.place)
    at = wish.at
    if wish.verb == "add" and len(rows) < MOST_IN_A_LIST:
        rows.append(flat_row(kind, wish.place))
    elif wish.verb == "remove" and at < len(rows):
        del rows[at]
    elif wish.verb in {"up", "down"}:
        other = at - 1 if wish.verb == "up" else at + 1
        if 0 <= other < len(rows) and at < len(rows):
            rows[at], rows[other] = rows[other], rows[at]
    return _with(texts, wish.place, rows)


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
