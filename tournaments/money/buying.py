"""What an entrant buys after the entry: re-buy, add-on, buying back in, repechage."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.floor.acts import Act
from rulebook import HOUSE, Refusal, Refused
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import places, taking
from tournaments.money.models import ReceiptKind, ReceiptRow
from tournaments.money.taking import CASH, Tender
from tournaments.path import steps
from tournaments.rules import second_chances
from tournaments.rules.facts import Sale
from tournaments.rules.lifecycle import Status
from tournaments.rules.payments import PaidFor, Part
from tournaments.rules.play_offs import stage_of
from tournaments.rules.sales import EXTRAS, SOLD, gives_chips, may_buy
from tournaments.seating.models import SeatDrawRow
from tournaments.seating.seats import released
from tournaments.stages.models import SecondChanceRow, StageClosedRow

KINDS = {
    PaidFor.REBUY: ReceiptKind.REBUY,
    PaidFor.ADD_ON: ReceiptKind.ADD_ON,
    **places.KINDS,
}
SELLING = frozenset({Status.ENTRIES_OPEN, Status.SEATED, Status.RUNNING})
BUYERS = frozenset({EntryState.ENTERED, EntryState.ELIMINATED})


@dataclass(frozen=True, slots=True)
class Buy:
    """What the desk or the cage says about a sale."""

    what: PaidFor
    cents: int
    hand: int | None = None  # at the player's table, where somebody looked
    tender: Tender = CASH


def buy(
    session: Session, tournament: TournamentRow, entry: EntryRow, command: Buy, act: Act
) -> ReceiptRow | Refused:
    """Sell it and let the chips wait for the player; or say every reason against it."""
    terms = taking.bound_terms(session, entry)
    sale = facts(session, tournament, entry, command, act.now)
    refusals = (
        *standing(tournament, entry),
        *may_buy(terms, sale),
        *taking.against(session, command.tender, act),
    )
    after = {"entry": entry.number, "what": command.what.value}
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, "sell", act, refused, (), {}, after)
        return refused
    chips = gives_chips(terms, command.what)
    paid = {command.what: command.cents}
    kind = KINDS[command.what]
    receipt = taking.take(session, entry, kind, paid, command.tender, act, chips=chips)
    if command.what is PaidFor.BUY_BACK and not terms.format.stages.buy_backs:
        entry.state, entry.changed_at = EntryState.ENTERED, act.now
        session.flush()
    after |= {"cents": command.cents, "chips": chips, "receipt": receipt.number}
    steps.note(session, tournament, "sell", act, None, (SOLD,), {}, after)
    return receipt


def standing(tournament: TournamentRow, entry: EntryRow) -> tuple[Refusal, ...]:
    """Why nothing more is sold in this tournament, or to this entry."""
    found = []
    if tournament.status not in SELLING:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        found.append(Refusal(HOUSE.at("TOURN-81"), wrong, "Nothing more is sold."))
    if entry.state not in BUYERS:
        wrong = f"Entry {entry.number} is {entry.state.value.replace('-', ' ')}."
        found.append(Refusal(HOUSE.at("TOURN-81"), wrong, "It takes no further part."))
    return tuple(found)


def facts(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    command: Buy,
    now: datetime,
) -> Sale:
    """What the clauses ask about a sale, as the rows have it."""
    terms = taking.bound_terms(session, entry)
    draw = released(session, tournament)
    stages = terms.format.stages.stages
    mine = col(ReceiptRow.entry_id) == entry.pk
    closed, drawn = _closed(session, tournament), _drawn(session, tournament)
    chance = second_chances.on_sale(terms, command.what, closed | drawn)
    waiting: Sequence[int] = ()
    if chance is not None:
        about = (session, tournament, terms, command.what)
        waiting = places.who_paid(*about, chance.at)
    return Sale(
        command.what,
        command.cents,
        taken=_sold(session, tournament, command.what, mine),
        sold=len(waiting),
        eliminated=entry.state is EntryState.ELIMINATED,
        is_playing=tournament.status is Status.RUNNING,
        stage=stages[stage_of(draw.stage_at)].name if draw else "",
        hand=command.hand,
        now=now,
        waits=entry.pk in waiting,
        drawn=drawn,
        closed=closed,
        held=_held(session, tournament),
    )


def _closed(session: Session, tournament: TournamentRow) -> frozenset[int]:
    mine = select(StageClosedRow.stage_at)
    mine = mine.where(col(StageClosedRow.tournament_id) == tournament.pk)
    return frozenset(session.exec(mine))


def _drawn(session: Session, tournament: TournamentRow) -> frozenset[int]:
    mine = select(SeatDrawRow.stage_at).where(
        col(SeatDrawRow.tournament_id) == tournament.pk,
        col(SeatDrawRow.released_at).is_not(None),
    )
    return frozenset(session.exec(mine))


def _held(session: Session, tournament: TournamentRow) -> frozenset[int]:
    mine = select(SecondChanceRow.stage_at).where(
        col(SecondChanceRow.tournament_id) == tournament.pk,
        col(SecondChanceRow.held).is_(True),
    )
    return frozenset(session.exec(mine))


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the terms sell, and why it is not sold to this player now."""

    part: Part
    chips: int
    stops: tuple[Refusal, ...]


def offers(
    session: Session, tournament: TournamentRow, entry: EntryRow, now: datetime
) -> Sequence[Offer]:
    """What the terms that bind an entry sell, as the same guards see it now."""
    terms = taking.bound_terms(session, entry)
    found = []
    for what in EXTRAS:
        part = terms.winners.pool.part(what, terms)
        if not part.cents:
            continue
        asked = Buy(what, part.cents)
        sale = facts(session, tournament, entry, asked, now)
        stops = tuple(r for r in may_buy(terms, sale) if r.field != "hand")
        found.append(Offer(part, gives_chips(terms, what), stops))
    return found


def _sold(
    session: Session, tournament: TournamentRow, what: PaidFor, *which: object
) -> int:
    """How many were sold and not given back since."""
    back = select(ReceiptRow.corrects_id).where(
        col(ReceiptRow.tournament_id) == tournament.pk,
        col(ReceiptRow.kind) == ReceiptKind.GIVEN_BACK,
    )
    some = (
        select(func.count())
        .select_from(ReceiptRow)
        .where(
            col(ReceiptRow.tournament_id) == tournament.pk,
            col(ReceiptRow.kind) == KINDS[what],
            col(ReceiptRow.id).not_in(back),
            *which,  # type: ignore[arg-type]
        )
    )
    return session.exec(some).one()
