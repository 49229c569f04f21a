"""The holders of a draw in the order of their references, streamed from the index."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import cast

from sqlalchemy import BigInteger, ColumnElement, func
from sqlalchemy import cast as sql_cast
from sqlmodel import Session, col, select

from promotions.freezing.models import ScreenedRow
from promotions.freezing.screening import Screened, batched
from promotions.rules.screening import RULES, Ground
from promotions.rules.terms import Terms
from promotions.tickets.models import ActivationRow, GrantRow
from proof.frozen import PART, Holder

BY_REF = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Drum:
    """Whose tickets are in a draw, and whose are not, however many they are."""

    promotion_id: int
    draw: int
    stay: bool  # tickets of earlier draws
    screened: Screened
    moved: Mapping[str, int] = field(default_factory=dict)  # of merged records
    swiped_in: frozenset[str] | None = None  # where the terms ask for it

    def holders(self, session: Session) -> Iterator[Holder]:
        """Everybody who can win, in order, each with their tickets."""
        gone = self.screened.removed.keys() | self.screened.merged.keys()
        every = self._folded(session)
        if self.swiped_in is not None:
            every = (one for one in every if one[0] in (self.swiped_in or ()))
        return (one for one in every if one[0] not in gone) if gone else every

    def not_swiped_in(self, session: Session) -> Iterator[Holder]:
        """Everybody who could have won, had they swiped in."""
        if self.swiped_in is None:
            return
        gone = self.screened.removed.keys() | self.screened.merged.keys()
        for one in self._folded(session):
            if one[0] not in gone and one[0] not in self.swiped_in:
                yield one

    def _folded(self, session: Session) -> Iterator[Holder]:
        """Tickets of merged records under the reference that stands for them."""
        every = _sums(session, self.counting())
        if not self.moved:
            return every
        came: dict[str, int] = {}
        for ref, count in self.moved.items():
            _, into = self.screened.merged[ref]
            came[into] = came.get(into, 0) + count
        both = merge(every, sorted(came.items()), key=BY_REF)
        sides = groupby(both, BY_REF)
        return ((ref, sum(count for _, count in some)) for ref, some in sides)

    def counting(self) -> tuple[ColumnElement[bool], ...]:
        """What tells the tickets of the draw from all others."""
        draw = col(GrantRow.draw)
        counts = draw <= self.draw if self.stay else draw == self.draw
        return col(GrantRow.promotion_id) == self.promotion_id, counts


def _sums(session: Session, mine: Iterable[ColumnElement[bool]]) -> Iterator[Holder]:
    """Streamed part by part, so that memory stays as it is."""
    tickets = sql_cast(func.sum(col(GrantRow.tickets)), BigInteger)
    query = (
        select(GrantRow.holder, tickets)
        .where(*mine)
        .group_by(col(GrantRow.holder))
        .having(func.sum(col(GrantRow.tickets)) > 0)
        .order_by(col(GrantRow.holder))
    )
    found = session.connection().execute(query.execution_options(yield_per=PART))
    for some in found.partitions():
        yield from cast("Sequence[Holder]", some)


def drum(
    session: Session, promotion_id: int, draw: int, terms: Terms, screened: Screened
) -> Drum:
    """The draw's tickets, with those of merged records moved to who stands for them."""
    stay = terms.award.series.entries_stay
    bare = Drum(promotion_id, draw, stay, screened)
    moved = held(session, bare, screened.merged)
    needed = terms.entry.activation.needed
    swiped_in = _swiped_in(session, bare) if needed else None
    return Drum(promotion_id, draw, stay, screened, moved, swiped_in)


def _swiped_in(session: Session, of: Drum) -> frozenset[str]:
    """Who swiped in for the draw, by the reference that stands for them."""
    mine = select(ActivationRow.holder).where(
        col(ActivationRow.promotion_id) == of.promotion_id,
        col(ActivationRow.draw) == of.draw,
    )
    merged = of.screened.merged
    return frozenset(
        merged[ref][1] if ref in merged else ref for ref in session.exec(mine)
    )


def held(session: Session, of: Drum, refs: Iterable[str]) -> dict[str, int]:
    """How many tickets each of these has in the draw, of those who have any."""
    found: dict[str, int] = {}
    for some in batched(sorted(refs)):
        named = col(GrantRow.holder).in_(some)
        found |= dict(_sums(session, (*of.counting(), named)))
    return found


def left_out(session: Session, of: Drum, freeze_id: int) -> Iterator[ScreenedRow]:
    """Each holder who is not in the list under their own name, with ground and rule."""
    for ref, tickets in sorted(of.moved.items()):
        id_, into = of.screened.merged[ref]
        why = f"The tickets count for {into}."
        yield _row(freeze_id, (id_, ref, tickets), Ground.MERGED, why)
    totals = held(session, of, of.screened.removed)
    for ref, count in of.moved.items():
        _, into = of.screened.merged[ref]
        if into in of.screened.removed:
            totals[into] = totals.get(into, 0) + count
    for ref, tickets in sorted(totals.items()):
        gone = of.screened.removed[ref]
        yield _row(freeze_id, (gone.patron_id, ref, tickets), gone.ground, gone.why)
    for ref, tickets in of.not_swiped_in(session):
        id_ = _patron(session, of, ref)
        why = "Did not swipe in for the draw."
        yield _row(freeze_id, (id_, ref, tickets), Ground.NOT_ACTIVATED, why)


def _patron(session: Session, of: Drum, ref: str) -> int:
    mine = select(GrantRow.patron_id).where(*of.counting(), col(GrantRow.holder) == ref)
    id_ = session.exec(mine.limit(1)).first()
    moved = (id_ for id_, into in of.screened.merged.values() if into == ref)
    return id_ if id_ is not None else next(moved)


def _row(
    freeze_id: int, whose: tuple[int, str, int], ground: Ground, why: str
) -> ScreenedRow:
    patron_id, ref, tickets = whose
    return ScreenedRow(
        freeze_id=freeze_id,
        patron_id=patron_id,
        holder=ref,
        tickets=tickets,
        ground=ground,
        rule=RULES[ground].id,
        why=why[:200],
    )
