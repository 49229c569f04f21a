"""The list of promotions: where each stands and what comes next."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from promotions import queries
from promotions.models import PromotionRow
from promotions.rules.lifecycle import OVER, PATH, Action, Status
from promotions.rules.requirements import Remedy
from rulebook import Refusal
from rulebook.terms import wording

STEPS = {
    Action.APPROVE: "Approve the terms",
    Action.LODGE: "Lodge the terms",
    Action.START: "Start",
    Action.CLOSE: "Close",
    Action.DRAW: "Draw",
    Action.COMPLETE: "Complete",
}
ORDER = (
    Status.RUNNING,
    Status.POSTPONED,
    Status.CLOSED,
    Status.LODGED,
    Status.APPROVED,
    Status.DRAFT,
    Status.DRAWN,
    Status.COMPLETED,
    Status.CANCELLED,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A promotion in the list, with its next step and what stands before it."""

    row: PromotionRow
    step: str = ""
    missing: int = 0
    first: Refusal | None = None
    only_waits: bool = False  # for the clock, and nobody's act


@dataclass(frozen=True, slots=True)
class State:
    """All promotions in one state."""

    status: Status
    promotions: tuple[Listed, ...]


def listed(session: Session, row: PromotionRow, now: datetime) -> Listed:
    """One promotion with what comes next."""
    if row.status in OVER:
        return Listed(row)
    ahead = PATH.next_of(row.status, queries.facts_of(session, row, now))
    reasons = [r for tick in ahead.ticks for r in tick.refusals] if ahead else []
    step = STEPS[ahead.action] if ahead and ahead.action else ""
    shut = [tick for tick in ahead.ticks if not tick.is_done] if ahead else []
    waits = bool(shut) and all(tick.remedy is Remedy.WAIT for tick in shut)
    return Listed(row, step, len(reasons), reasons[0] if reasons else None, waits)


def states(session: Session, now: datetime) -> tuple[State, ...]:
    """Every promotion, state by state, the next to start first."""
    every = select(PromotionRow).order_by(
        col(PromotionRow.starts_at), col(PromotionRow.id)
    )
    found = [listed(session, row, now) for row in session.exec(every)]
    return tuple(
        State(status, held)
        for status in ORDER
        if (held := tuple(one for one in found if one.row.status is status))
    )


def situation(found: tuple[State, ...]) -> str:
    """How it stands, in a sentence."""
    if not found:
        return "There is no promotion yet."
    many = sum(len(s.promotions) for s in found if s.status not in OVER)
    said = wording.capital(wording.many(many, "promotion"))
    return f"{said} {'is' if many == 1 else 'are'} planned or under way."
