"""Which seats are drawn next after the first: of a play-off, or of the next stage."""

from sqlmodel import Session

from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_plan import is_final
from tournaments.seating import seats as seating
from tournaments.stages import counted, field, outcomes, placing
from tournaments.stages.field import Due


def due(session: Session, tournament: TournamentRow) -> Due | None:
    """The draw that comes next, where one does."""
    if tournament.status is not Status.RUNNING:
        return None
    at = field.current(session, tournament)
    if at is not None and seating.released(session, tournament, at) is None:
        return field.stage(session, tournament, at) if at else None
    found = None if at is None else _play_off(session, tournament, at)
    return found or _for_prizes(session, tournament, at)


def _play_off(session: Session, tournament: TournamentRow, at: int) -> Due | None:
    """The play-off that a tie for going on waits for."""
    played = counted.look(session, tournament, at)
    if not played.is_over:
        return None
    ties = outcomes.result(session, tournament, played).ties
    return field.first_play_off(session, tournament, at, ties)


def _for_prizes(
    session: Session, tournament: TournamentRow, at: int | None
) -> Due | None:
    """The play-off that a tie for prizes waits for, once the final is counted."""
    terms = queries.terms_of(session, tournament)
    if at is not None and not is_final(terms, at):
        return None
    if at is not None and not counted.look(session, tournament, at).is_over:
        return None
    for stage, ties in placing.placing(session, tournament).ties.items():
        found = field.first_play_off(session, tournament, stage, ties)
        if found is not None:
            return found
    return None
