"""No-shows of a session: absent in one step, and back in one."""

from collections.abc import Sequence

from sqlmodel import Session

from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.arrival import arriving, roster
from tournaments.arrival.models import ArrivalNote
from tournaments.arrival.roster import Player
from tournaments.models import EntryState, TournamentRow
from tournaments.path import steps
from tournaments.rules.arrivals import NoShows

IN_ONE_STEP: Cite = HOUSE.at("TOURN-125")
ABSENT: Cite = Cite("CROWN3-12.5.3(b)(ii)")


def missing(
    session: Session, tournament: TournamentRow, session_number: int
) -> Sequence[Player]:
    """Who has not come to a session and is not set absent yet."""
    every = roster.players(session, tournament)
    mine = (p for p in every if p.sits.session == session_number)
    return [p for p in mine if not p.is_here and not p.is_absent]


def against(
    session: Session, tournament: TournamentRow, session_number: int, act: Act
) -> tuple[Refusal, ...]:
    """Why nobody of a session can be set absent now."""
    if tournament.status not in arriving.WHILE:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        return (Refusal(HOUSE.at("TOURN-15"), wrong, "Seats are released first."),)
    terms = queries.terms_of(session, tournament)
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    if session_number not in starts:
        wrong = f"There is no session {session_number}."
        return (Refusal(IN_ONE_STEP, wrong, "Choose one of the stage.", "session"),)
    facts = NoShows(session_number, starts[session_number], act.now, terms.zone)
    return tuple(terms.conduct.absence.guard(facts))


def set_absent(
    session: Session, tournament: TournamentRow, session_number: int, act: Act
) -> int | Refused:
    """Set everybody absent who has not come; say how many."""
    refusals = list(against(session, tournament, session_number, act))
    gone = [] if refusals else missing(session, tournament, session_number)
    if not refusals and not gone:
        wrong = "Everybody has arrived or is absent already."
        refusals.append(Refusal(IN_ONE_STEP, wrong, "Nothing is to be done."))
    if refusals:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, "set absent", act, refused)
        return refused
    return _change(session, tournament, gone, ArrivalNote.ABSENT, act)


def take_back(
    session: Session, tournament: TournamentRow, session_number: int, act: Act
) -> int | Refused:
    """Take the absences of a session back; say how many."""
    every = roster.players(session, tournament)
    gone = [p for p in every if p.sits.session == session_number and p.is_absent]
    if not gone:
        wrong = "Nobody of this session is absent."
        refused = Refused((Refusal(IN_ONE_STEP, wrong, "Nothing is to be done."),))
        steps.note(session, tournament, "absences back", act, refused)
        return refused
    return _change(session, tournament, gone, ArrivalNote.ABSENCE_BACK, act)


def _change(
    session: Session,
    tournament: TournamentRow,
    players: Sequence[Player],
    what: ArrivalNote,
    act: Act,
) -> int:
    absent = what is ArrivalNote.ABSENT
    for player in players:
        state = EntryState.ABSENT if absent else EntryState.ENTERED
        player.entry.state, player.entry.changed_at = state, act.now
        arriving.note_of(session, tournament, player, what, act)
    name = "set absent" if absent else "absences back"
    after = {"entries": [player.entry.number for player in players]}
    rules = (IN_ONE_STEP, ABSENT)
    steps.note(session, tournament, name, act, None, rules, {}, after)
    return len(players)
