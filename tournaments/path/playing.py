"""Opening entries, starting play and finishing: steps with what follows from them."""

from datetime import timedelta

from sqlmodel import Session

from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refused
from tournaments.models import TournamentRow
from tournaments.path import duties, steps, tables
from tournaments.prizes import awarding
from tournaments.rules.lifecycle import Action, Status

ENDS: Cite = HOUSE.at("TOURN-305")


def open_entries(
    session: Session, tournament: TournamentRow, act: Act
) -> Status | Refused:
    """Let patrons enter: the terms are to be had, and the inspectorate knows."""
    verdict = steps.take(session, tournament, Action.OPEN_ENTRIES, act)
    if not isinstance(verdict, Refused):
        duties.meet(session, tournament, duties.OPEN, "Entries opened", act)
    return verdict


def start_play(
    session: Session, tournament: TournamentRow, act: Act
) -> Status | Refused:
    """Begin: everybody briefed, the Director there, the regulator told."""
    verdict = steps.take(session, tournament, Action.START_PLAY, act)
    if not isinstance(verdict, Refused):
        duties.meet(session, tournament, duties.START, "Play started", act)
    return verdict


def finish(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    collected: timedelta = awarding.COLLECTED,
) -> Status | Refused:
    """End play: prizes are worked out, and every table goes back to the floor."""
    verdict = steps.take(session, tournament, Action.FINISH, act, rules=(ENDS,))
    if not isinstance(verdict, Refused):
        awarding.award(session, tournament, act, collected)
        tables.release_all(session, tournament, act)
    return verdict


def settle(session: Session, tournament: TournamentRow, act: Act) -> Status | Refused:
    """Close the books: prizes and refunds are handed out, chips are back."""
    return steps.take(session, tournament, Action.SETTLE, act, rules=(ENDS,))
