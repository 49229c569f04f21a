"""Shifts as the treasurer reads them: totals by method, and each receipt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, queries, shifts
from tournaments.money.models import ReceiptRow, ShiftClosedRow, ShiftRow
from tournaments.money.shifts import Totals
from tournaments.rules.payments import Method

PAGE = 25


@dataclass(frozen=True, slots=True)
class Line:
    """One shift with what it took."""

    shift: ShiftRow
    closed: ShiftClosedRow | None
    totals: Totals


@dataclass(frozen=True, slots=True)
class Page:
    """Some shifts, the newest first, and what they come to."""

    lines: Sequence[Line]
    older: int | None

    def taken(self, method: Method) -> int:
        """What those that are closed took by a method."""
        return sum(line.totals.taken[method] for line in self.lines if line.closed)

    @property
    def taken_cents(self) -> int:
        """What those that are closed took."""
        return sum(self.taken(method) for method in Method)

    @property
    def off_cents(self) -> int:
        """What all counts were off by."""
        return sum(line.totals.off_cents for line in self.lines)


def page(session: Session, until: int) -> Page:
    """Shifts from the newest on, never more than a page."""
    query = (
        select(ShiftRow, ShiftClosedRow)
        .join(ShiftClosedRow, col(ShiftClosedRow.shift_id) == ShiftRow.id, isouter=True)
        .where(col(ShiftRow.id) < until)
        .order_by(col(ShiftRow.id).desc())
        .limit(PAGE)
    )
    lines = [
        Line(shift, closed, shifts.totals(session, shift))
        for shift, closed in session.exec(query)
    ]
    return Page(lines, lines[-1].shift.pk if len(lines) == PAGE else None)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt of a shift: of which entry, and what it moved in the drawer."""

    row: ReceiptRow
    entry: EntryRow
    tournament: TournamentRow
    cents: Mapping[Method, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A shift, its count and every receipt in it."""

    shift: ShiftRow
    closed: ShiftClosedRow | None
    totals: Totals
    receipts: Sequence[Receipt]


def sheet(session: Session, shift: ShiftRow) -> Sheet:
    """The whole of one shift."""
    query = (
        select(ReceiptRow, EntryRow, TournamentRow)
        .join(EntryRow, col(EntryRow.id) == ReceiptRow.entry_id)
        .join(TournamentRow, col(TournamentRow.id) == ReceiptRow.tournament_id)
        .where(col(ReceiptRow.shift_id) == shift.pk)
        .order_by(col(ReceiptRow.id))
    )
    found = session.exec(query).all()
    moves = queries.moves_of(session, [row.pk for row, _, _ in found])
    drawers = {accounts.drawer(shift.pk, method): method for method in Method}
    receipts = [
        Receipt(
            row,
            entry,
            tournament,
            {
                drawers[account]: cents
                for account, cents in moves.get(row.pk, {}).items()
                if account in drawers
            },
        )
        for row, entry, tournament in found
    ]
    closed = session.exec(
        select(ShiftClosedRow).where(col(ShiftClosedRow.shift_id) == shift.pk)
    ).first()
    return Sheet(shift, closed, shifts.totals(session, shift), receipts)
