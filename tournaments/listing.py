"""The list of tournaments: where each stands and what comes next."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from house.terms import listing
from house.terms.listing import Listed, State
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.rules.lifecycle import PATH, Action, Status

OVER = frozenset({Status.SETTLED, Status.CANCELLED})
STEPS = {
    Action.PUBLISH: "Publish the terms",
    Action.OPEN_ENTRIES: "Open entries",
    Action.SEAT: "Draw the seats",
    Action.START_PLAY: "Start play",
    Action.FINISH: "Finish",
    Action.SETTLE: "Settle",
}
ORDER = (
    Status.RUNNING,
    Status.SEATED,
    Status.ENTRIES_OPEN,
    Status.PUBLISHED,
    Status.DRAFT,
    Status.FINISHED,
    Status.SETTLED,
    Status.CANCELLED,
)


def states(session: Session, now: datetime) -> tuple[State[TournamentRow], ...]:
    """Every tournament, state by state, the next to start first."""
    every = select(TournamentRow).order_by(
        col(TournamentRow.starts_at), col(TournamentRow.id)
    )
    found = (_listed(session, row, now) for row in session.exec(every))
    return listing.by_state(found, ORDER)


def _listed(
    session: Session, row: TournamentRow, now: datetime
) -> Listed[TournamentRow]:
    if row.status in OVER:
        entries = str(queries.entries_count(session, row))
        return Listed(row, row.status, entries=entries)
    facts = queries.facts_of(session, row, now)
    most = facts.terms.details.players.maximum if facts.terms else None
    entries = f"{facts.entries} of {most}" if most else str(facts.entries)
    ahead = PATH.next_of(row.status, facts)
    return listing.listed(row, row.status, ahead, STEPS, entries=entries)


def drafts(session: Session, now: datetime) -> Iterator[Listed[TournamentRow]]:
    """The tournaments whose terms are not published yet, the next to start first."""
    mine = select(TournamentRow).where(col(TournamentRow.status) == Status.DRAFT)
    order = (col(TournamentRow.starts_at), col(TournamentRow.id))
    for row in session.exec(mine.order_by(*order)):
        yield _listed(session, row, now)


def usual_place(session: Session) -> str:
    """Where the last tournament was held, to be offered again."""
    newest = select(TournamentRow).order_by(col(TournamentRow.id).desc()).limit(1)
    last = session.exec(newest).first()
    place = queries.draft_of(last).details.location.place if last else ""
    return place or "the tournament area"
