"""A seat won becomes an entry of the tournament that the terms name, paid by it."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from house.documents.models import How
from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.money.taking import Tender
from tournaments.path import entries
from tournaments.path.entries import TakeEntry
from tournaments.prizes.models import PrizeRow
from tournaments.rules.clauses.prizes import SplitBy
from tournaments.rules.payments import Method

WON: Cite = HOUSE.at("TOURN-390")
GIVEN = Tender(Method.COMP, shift_needed=False)  # paid by the prize, by nobody's hand


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that a prize is: in which tournament, its worth, and money instead."""

    address: str
    tournament: TournamentRow | None
    cents: int
    or_money: bool

    @property
    def called(self) -> str:
        """The tournament by its name, or by the address that leads nowhere."""
        return self.tournament.name if self.tournament else f"/t/{self.address}"


def won(
    session: Session, tournament: TournamentRow, row: PrizeRow, *, lock: bool = False
) -> Seat | None:
    """The seat that this prize is; none where it is money."""
    split = queries.terms_of(session, tournament).winners.split
    if split.by is not SplitBy.SEATS or not split.seat_in:
        return None
    if row.cents < split.seat_cents:  # what is left over, or a seat that is shared
        return None
    where = queries.get(session, split.seat_in, lock=lock)
    return Seat(split.seat_in, where, split.seat_cents, split.seat_or_money)


@dataclass(frozen=True, slots=True)
class Taking:
    """A seat that somebody takes: how they accept the terms there, and criteria met."""

    seat: Seat
    winner: EntryRow
    how: How = How.SIGNED
    selected: bool = False


def against(session: Session, wanted: Taking, act: Act) -> tuple[Refusal, ...]:
    """Everything that keeps the winner from being entered there now."""
    seat = wanted.seat
    if seat.tournament is None:
        return (Refusal(WON, f"There is no tournament at {seat.called}."),)
    command = _command(session, wanted)
    whole = sum(command.amounts.values())
    found: tuple[Refusal, ...] = ()
    if whole != seat.cents:
        wrong = (
            f"A seat in {seat.called} costs {wording.dollars(whole)}; the prize is "
            f"worth {wording.dollars(seat.cents)}."
        )
        found += (Refusal(WON, wrong),)
    patron = _patron(session, wanted)
    verdict = entries.weighed(session, seat.tournament, patron, command, act)
    return found + (verdict.refusals if isinstance(verdict, Refused) else ())


def not_given(session: Session, wanted: Taking, act: Act) -> Iterator[Refusal]:
    """Why the seat is not given, and what is done instead."""
    found = against(session, wanted, act)
    yield from found
    if found:
        wrong = f"The seat in {wanted.seat.called} cannot be given now."
        right = "Put right there what stands in the way"
        instead = ", or hand out its worth in money." if wanted.seat.or_money else "."
        yield Refusal(WON, wrong, right + instead, "method")


def not_money(session: Session, wanted: Taking, act: Act) -> Iterator[Refusal]:
    """Why a seat is not handed out in money: it can be taken, or the terms say so."""
    seat = wanted.seat
    if not seat.or_money:
        wrong = "The terms exchange no seat for money."
        yield Refusal(WON, wrong, f"Give the seat in {seat.called}.", "method")
    elif not against(session, wanted, act):
        wrong = f"The prize is a seat in {seat.called}, which lets the winner in."
        yield Refusal(WON, wrong, "Give the seat.", "method")


def enter(session: Session, wanted: Taking, act: Act) -> EntryRow:
    """Enter the winner there; whoever calls has asked what is against it."""
    assert wanted.seat.tournament is not None
    command, patron = _command(session, wanted), _patron(session, wanted)
    made = entries.take(session, wanted.seat.tournament, patron, command, act)
    assert isinstance(made, EntryRow)
    return made


def _command(session: Session, wanted: Taking) -> TakeEntry:
    assert wanted.seat.tournament is not None
    fees = queries.terms_of(session, wanted.seat.tournament).details.fees
    paid = (fees.entry_fee_cents or 0, fees.buy_in_cents or 0)
    return TakeEntry(wanted.how, *paid, selected=wanted.selected, tender=GIVEN)


def _patron(session: Session, wanted: Taking) -> PatronRow | None:
    known = wanted.winner.patron_id
    return session.get(PatronRow, known) if known else None
