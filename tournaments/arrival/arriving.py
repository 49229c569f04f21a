"""Arrivals: let in, or stopped with every reason; and taken back."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.arrival import roster
from tournaments.arrival.models import ArrivalNote, ArrivalRow
from tournaments.arrival.roster import Player
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import queries as money
from tournaments.money import taking
from tournaments.path import entries, steps
from tournaments.rules import arrivals
from tournaments.rules.arrivals import Arriving
from tournaments.rules.facts import Application
from tournaments.rules.lifecycle import Status
from tournaments.rules.payments import PaidFor
from tournaments.rules.terms import Terms

AT_THE_DOOR: Cite = HOUSE.at("TOURN-123")
LET_IN: Cite = HOUSE.at("TOURN-124")
LATE: Cite = Cite("CROWN3-12.5.3(b)(i)")
WHILE = frozenset({Status.SEATED, Status.RUNNING})


@dataclass(frozen=True, slots=True)
class Door:
    """The session a desk lets people in to, and whether documents are looked at."""

    session: int
    identity_asked: bool = True


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody is here: since now or before, and what being late costs."""

    player: Player
    again: bool = False
    late: str = ""


def arrive(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow | None,
    door: Door,
    act: Act,
    *,
    seen: bool = False,
) -> Arrived | Refused:
    """Let somebody in to their session; said once more it changes nothing."""
    player = _player(session, tournament, entry)
    refusals = [*_misplaced(session, tournament, entry, player, door)]
    if not refusals and player is not None and player.is_here:
        return Arrived(player, again=True)
    if player is not None and not refusals:
        terms = queries.terms_of(session, tournament)
        arriving = _arriving(session, tournament, player, terms, door, act, seen=seen)
        refusals += arrivals.stops(arriving, terms)
    if refusals or player is None:
        refused = Refused(tuple(refusals))
        after = {"entry": entry.number if entry else None, "session": door.session}
        steps.note(session, tournament, "arrive", act, refused, (), {}, after)
        return refused
    return _let_in(session, tournament, player, act, seen=seen)


def _player(
    session: Session, tournament: TournamentRow, entry: EntryRow | None
) -> Player | None:
    if entry is None:
        return None
    return next(iter(roster.players(session, tournament, entry.pk)), None)


def _misplaced(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow | None,
    player: Player | None,
    door: Door,
) -> Iterator[Refusal]:
    """Nobody is meant, they do not play, or they belong somewhere else."""
    if tournament.status not in WHILE:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(HOUSE.at("TOURN-15"), wrong, "Players arrive once seats are out.")
    elif entry is None:
        right = "Scan the pass or the card, or type the entry number or the name."
        yield Refusal(AT_THE_DOOR, "No entry is known by that.", right, "code")
    elif entry.state not in roster.EXPECTED:
        wrong = f"Entry {entry.number} of {entry.name} is {entry.state.value}."
        yield Refusal(AT_THE_DOOR, wrong, "They do not play.", "code")
    elif player is None:
        wrong = f"{entry.name} has no seat yet."
        yield Refusal(AT_THE_DOOR, wrong, "Draw the seat of a late entry first.")
    elif player.sits.session != door.session:
        yield _elsewhere(session, tournament, player)


def _elsewhere(session: Session, tournament: TournamentRow, player: Player) -> Refusal:
    terms, sits = queries.terms_of(session, tournament), player.sits
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    when = wording.when(starts.get(sits.session), terms.zone)
    wrong = f"{player.entry.name} plays in session {sits.session}, {when}."
    right = f"Send them to table {sits.table_number}, seat {sits.seat}, then."
    return Refusal(AT_THE_DOOR, wrong, right, "code")


def _arriving(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    player: Player,
    terms: Terms,
    door: Door,
    act: Act,
    *,
    seen: bool,
) -> Arriving:
    entry = player.entry
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    older = queries.behind(session, tournament, {entry.document_id})
    return Arriving(
        name=entry.name,
        starts=starts.get(player.sits.session, act.now),
        now=act.now,
        zone=terms.zone,
        play_began=tournament.status is Status.RUNNING,
        person=_person(session, tournament, entry, act, terms),
        has_accepted=entry.document_id not in older,
        owes_cents=_owes(session, entry),
        identity_seen=seen or player.identity_seen or not door.identity_asked,
    )


def _person(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act, terms: Terms
) -> Application:
    patron = session.get(PatronRow, entry.patron_id) if entry.patron_id else None
    if patron is None:
        return Application(entry.name)
    return entries.application(session, tournament, patron, act.now, terms.zone)


def _owes(session: Session, entry: EntryRow) -> int:
    """What is missing of the fee and the buy-in that the terms accepted ask for."""
    fees = taking.bound_terms(session, entry).details.fees
    paid = money.of_entry(session, entry.pk).paid
    due = (fees.entry_fee_cents or 0) + (fees.buy_in_cents or 0)
    return due - paid.get(PaidFor.ENTRY_FEE, 0) - paid.get(PaidFor.BUY_IN, 0)


def _let_in(
    session: Session, tournament: TournamentRow, player: Player, act: Act, *, seen: bool
) -> Arrived:
    terms = queries.terms_of(session, tournament)
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    begun = starts.get(player.sits.session, act.now)
    late = tournament.status is Status.RUNNING and act.now >= begun
    if player.is_absent:
        player.entry.state, player.entry.changed_at = EntryState.ENTERED, act.now
    note_of(session, tournament, player, ArrivalNote.ARRIVED, act, seen=seen)
    after = {"entry": player.entry.number, "session": player.sits.session}
    rules = (AT_THE_DOOR, LET_IN, LATE) if late else (AT_THE_DOOR, LET_IN)
    steps.note(session, tournament, "arrive", act, None, rules, {}, after)
    return Arrived(player, late=terms.conduct.late.text(terms) if late else "")


def note_of(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    player: Player,
    what: ArrivalNote,
    act: Act,
    *,
    seen: bool = False,
) -> None:
    """Append what was noted of a player for their session."""
    row = ArrivalRow(
        tournament_id=tournament.pk,
        entry_id=player.entry.pk,
        stage_at=roster.stage_of(session, tournament),
        session=player.sits.session,
        what=what,
        identity_seen=seen,
        **steps.signed(act),
    )
    session.add(row)
    session.flush()


def take_back(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> Player | Refused:
    """Take an arrival back that was a mistake."""
    player = _player(session, tournament, entry)
    after = {"entry": entry.number}
    if player is None or not player.is_here:
        wrong = f"{entry.name} has not arrived."
        refused = Refused((Refusal(AT_THE_DOOR, wrong, "Nothing is to be done."),))
        steps.note(session, tournament, "arrival back", act, refused, (), {}, after)
        return refused
    note_of(session, tournament, player, ArrivalNote.ARRIVAL_BACK, act)
    rules = (AT_THE_DOOR,)
    steps.note(session, tournament, "arrival back", act, None, rules, {}, after)
    return player
