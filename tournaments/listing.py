"""The list of tournaments: where each stands and what comes next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from rulebook import Refusal
from rulebook.terms import wording
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


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in the list, with its next step and what stands before it."""

    row: TournamentRow
    entries: int = 0
    most: int | None = None
    step: str = ""
    missing: int = 0
    first: Refusal | None = None


@dataclass(frozen=True, slots=True)
class State:
    """All tournaments in one state."""

    status: Status
    tournaments: tuple[Listed, ...]


def states(session: Session, now: datetime) -> tuple[State, ...]:
    """Every tournament, state by state, the next to start first."""
    every = select(TournamentRow).order_by(
        col(TournamentRow.starts_at), col(TournamentRow.id)
    )
    listed = [_listed(session, row, now) for row in session.exec(every)]
    order = (
        Status.RUNNING,
        Status.SEATED,
        Status.ENTRIES_OPEN,
        Status.PUBLISHED,
        Status.DRAFT,
        Status.FINISHED,
        Status.SETTLED,
        Status.CANCELLED,
    )
    return tuple(
        State(status, held)
        for status in order
        if (held := tuple(one for one in listed if one.row.status is status))
    )


def situation(found: tuple[State, ...]) -> str:
    """How it stands, in a sentence."""
    if not found:
        return "There is no tournament yet."
    many = sum(len(s.tournaments) for s in found if s.status not in OVER)
    said = wording.capital(wording.many(many, "tournament"))
    return f"{said} {'is' if many == 1 else 'are'} planned or under way."


def _listed(session: Session, row: TournamentRow, now: datetime) -> Listed:
    if row.status in OVER:
        return Listed(row, queries.entries_count(session, row))
    facts = queries.facts_of(session, row, now)
    ahead = PATH.next_of(row.status, facts)
    reasons = [r for tick in ahead.ticks for r in tick.refusals] if ahead else []
    most = facts.terms.details.players.maximum if facts.terms else None
    return Listed(
        row,
        facts.entries,
        most,
        STEPS[ahead.action] if ahead and ahead.action else "",
        len(reasons),
        reasons[0] if reasons else None,
    )


def drafts(session: Session, now: datetime) -> Iterator[Listed]:
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
