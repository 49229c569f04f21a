"""What other rooms of the floor say about a table: limits of players, jackpots won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.floor.at_table.jackpot_wagers import lines_of
from house.floor.at_table.models import JackpotLineRow
from house.floor.at_table.queries import AtSeat, at_seats
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.book import RoundAtTable
from house.floor.rounds.models import RoundRow
from house.money import dollars
from house.payments.models import LossLimitRow
from house.people.patrons.models import ExclusionRow, PlayerCardRow


@dataclass(frozen=True, slots=True)
class Note:
    """What the dealer must know of a player before the next wager."""

    says: str
    stops: bool = False  # nothing may be staked until it is put right


@dataclass(frozen=True, slots=True)
class Jackpot:
    """What one jackpot wager came to; a claim on a meter waits for its ranks."""

    seat: int
    says: str
    award: int
    shown: str
    rule_id: str
    claim_id: int | None


def players(session: Session, table: TableRow, now: datetime) -> Mapping[int, Note]:
    """What is to be known of players at a table that asks for player cards."""
    seated = at_seats(session, table, now)
    return {one.sits.seat: note for one in seated if (note := _note(one)) is not None}


def card_to_try(session: Session, table: TableRow) -> str:
    """A player card of somebody who may play at once and does not sit here yet."""
    seated = books.seats(session, books.REAL, table).values()
    query = select(PlayerCardRow.number).where(
        col(PlayerCardRow.cancelled_at).is_(None),
        col(PlayerCardRow.patron_id).not_in(select(ExclusionRow.patron_id)),
        col(PlayerCardRow.patron_id).not_in(select(LossLimitRow.patron_id)),
        col(PlayerCardRow.number).not_in([sits.card for sits in seated]),
    )
    found = session.exec(query.order_by(PlayerCardRow.number).limit(1)).first()
    return found or ""


def _note(one: AtSeat) -> Note | None:
    if one.patron is not None and one.patron.is_employee:
        return Note("Employee: pay nothing", stops=True)
    if one.limit is None:
        return None
    if one.limit.limit.paused:
        return Note("Betting is stopped", stops=True)
    if not one.told:
        return Note("Chips not declared", stops=True)
    return Note(f"{dollars(one.room_cents or 0)} left", stops=not one.room_cents)


def jackpots(session: Session, here: RoundAtTable, number: int) -> Sequence[Jackpot]:
    """What the jackpot wagers of a round that counts came to, in paying order."""
    row = here.round if here.round and here.round.number == number else None
    if row is None and number:
        row = books.numbered(session, books.REAL, here.table, number)
    if not isinstance(row, RoundRow) or row.ended_at is None:
        return ()
    return [_jackpot(line) for line in lines_of(session, row) if line.stake]


def _jackpot(line: JackpotLineRow) -> Jackpot:
    hand = line.hand.replace("_", " ").capitalize()
    folded = " (folded)" if line.folded else ""
    if not line.award:
        says = f"Jackpot: {hand.lower()}{folded}, nothing"
    elif line.claim_id is not None:
        says = f"Jackpot: {hand.lower()}{folded}, claimed of the meter"
    else:
        says = f"Jackpot: {hand.lower()}{folded}, paid"
    won = line.award or -line.stake
    shown = f"+{dollars(won)}" if won > 0 else dollars(won)
    return Jackpot(line.seat, says, line.award, shown, line.rule_id, line.claim_id)
