"""What the ledgers of a tournament say: refunds, steps, entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.people.models import StaffRow
from tournaments.models import EntryRow, StatusChangeRow, TournamentRow
from tournaments.money import queries as money
from tournaments.path.models import RefundPaidRow, RefundRow
from tournaments.rules.lifecycle import Status


def staff_named(session: Session, username: str) -> StaffRow | None:
    """The member of staff who signs in under this name."""
    return session.exec(
        select(StaffRow).where(col(StaffRow.username) == username)
    ).first()


def entries(session: Session, tournament: TournamentRow) -> Sequence[EntryRow]:
    """Every entry ever made, in the order of their numbers."""
    mine = select(EntryRow).where(col(EntryRow.tournament_id) == tournament.pk)
    return session.exec(mine.order_by(col(EntryRow.number))).all()


def entry(
    session: Session, tournament: TournamentRow, number: int, *, lock: bool = False
) -> EntryRow | None:
    """The entry of this number, held against others until the act is done."""
    if not 0 < number < 2**31:
        return None
    one = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk, col(EntryRow.number) == number
    )
    return session.exec(one.with_for_update() if lock else one).first()


def steps(
    session: Session, tournament: TournamentRow
) -> Mapping[Status, StatusChangeRow]:
    """The step that last led to each status."""
    mine = select(StatusChangeRow).where(
        col(StatusChangeRow.tournament_id) == tournament.pk,
        col(StatusChangeRow.was) != col(StatusChangeRow.becomes),
    )
    rows = session.exec(mine.order_by(col(StatusChangeRow.id)))
    return {row.becomes: row for row in rows}


@dataclass(frozen=True, slots=True)
class Refund:
    """A refund, whose it is, and how it was handed out."""

    row: RefundRow
    entry: EntryRow
    paid: RefundPaidRow | None
    cents: int


def refunds(session: Session, tournament: TournamentRow) -> tuple[Refund, ...]:
    """Every refund that became due, in the order of the entries."""
    query = (
        select(RefundRow, EntryRow, RefundPaidRow)
        .join(EntryRow, col(EntryRow.id) == RefundRow.entry_id)
        .join(RefundPaidRow, col(RefundPaidRow.refund_id) == RefundRow.id, isouter=True)
        .where(col(EntryRow.tournament_id) == tournament.pk)
        .order_by(col(EntryRow.number), col(RefundRow.id))
    )
    found = session.exec(query).all()
    sums = money.of_entries(session, [mine.pk for _, mine, _ in found])
    every = (
        Refund(row, mine, paid, sums.get(mine.pk, money.NOTHING).back_cents)
        for row, mine, paid in found
    )
    return tuple(each for each in every if each.cents)


def unpaid(session: Session, tournament: TournamentRow) -> tuple[Refund, ...]:
    """The refunds that nobody has handed out yet."""
    return tuple(each for each in refunds(session, tournament) if each.paid is None)
