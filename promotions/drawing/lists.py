"""The drum of a frozen list, who holds a ticket, and what its header promises."""

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from sys import byteorder
from typing import Any

from sqlmodel import Session, col, select

from house.people.patrons.models import PatronRow
from promotions.drawing.models import SelectionRow
from promotions.freezing.models import FreezeRow, FrozenPartRow, HeaderRow
from promotions.tickets.holders import reference
from promotions.tickets.models import GrantRow
from proof.draw import Drum, Prize
from proof.frozen import PART

WORD = 8  # bytes


def _header(header: HeaderRow | None) -> Any:
    return json.loads(header.content) if header else {}


def scrutineer_in(header: HeaderRow | None) -> str:
    """The scrutineer's promise in a header; empty where there is none."""
    said: str = _header(header).get("commitments", {}).get("scrutineer", "")
    return said


def value_in(header: HeaderRow | None) -> str:
    """What public value a header names."""
    said: str = _header(header).get("beacon", "none")
    return said


def reserves_in(header: HeaderRow | None) -> int:
    """How many replacement rounds a header allows."""
    said: int = _header(header).get("reserves", 0)
    return said


def prizes_in(header: HeaderRow) -> tuple[Prize, ...]:
    """The prizes of a header, in the order of drawing."""
    return tuple(Prize(p["id"], p["quantity"]) for p in _header(header)["prizes"])


def once_in(header: HeaderRow) -> bool:
    """Whether nobody wins twice."""
    said: bool = _header(header)["one_win_per_holder"]
    return said


def firsts(session: Session, frozen: FreezeRow) -> Sequence[int]:
    """Where each holder's tickets begin: nothing but these numbers is read."""
    mine = select(FrozenPartRow.bounds).where(
        col(FrozenPartRow.promotion_id) == frozen.promotion_id,
        col(FrozenPartRow.draw) == frozen.draw,
    )
    found = array("Q")
    for bounds in session.exec(mine.order_by(col(FrozenPartRow.number))):
        found.frombytes(bounds[:-WORD])  # the last one is where the next part begins
    if byteorder == "little":
        found.byteswap()
    return found


def drum(
    session: Session, frozen: FreezeRow, drawn: Iterable[SelectionRow] = ()
) -> Drum:
    """The tickets of a list, less those that were drawn already."""
    mine = select(HeaderRow).where(col(HeaderRow.freeze_id) == frozen.pk)
    made = Drum(
        firsts(session, frozen), frozen.tickets, once_in(session.exec(mine).one())
    )
    for one in drawn:
        if one.ticket is not None:
            made.take(one.ticket)
    return made


def references_at(
    session: Session, frozen: FreezeRow, places: Iterable[int]
) -> Mapping[int, str]:
    """The references of holders by their places in a list."""
    wanted: dict[int, list[int]] = {}
    for place in places:
        wanted.setdefault(place // PART, []).append(place)
    found: dict[int, str] = {}
    for number, some in wanted.items():
        mine = select(FrozenPartRow.refs).where(
            col(FrozenPartRow.promotion_id) == frozen.promotion_id,
            col(FrozenPartRow.draw) == frozen.draw,
            col(FrozenPartRow.number) == number,
        )
        refs = session.exec(mine).one().decode().split("\n")
        found |= {place: refs[place % PART] for place in some}
    return found


def patrons(
    session: Session, promotion_id: int, refs: Iterable[str]
) -> Mapping[str, int]:
    """Whose references these are: by their tickets, or by the records merged."""
    found: dict[str, int] = {}
    for ref in set(refs):
        mine = select(GrantRow.patron_id).where(
            col(GrantRow.promotion_id) == promotion_id, col(GrantRow.holder) == ref
        )
        known = session.exec(mine.limit(1)).first()
        found[ref] = known if known is not None else _merged(session, ref)
    return found


def _merged(session: Session, ref: str) -> int:
    """A holder without tickets of their own stands for a record that was merged."""
    into = select(PatronRow.merged_into_id).where(
        col(PatronRow.merged_into_id).is_not(None)
    )
    rows = select(PatronRow.id, PatronRow.salt).where(col(PatronRow.id).in_(into))
    return next(
        id_ for id_, salt in session.exec(rows) if id_ and reference(id_, salt) == ref
    )
