"""The list of promotions: where each stands and what comes next."""

from datetime import datetime

from sqlmodel import Session, col, select

from house.terms import listing
from house.terms.listing import Listed, State
from promotions import queries
from promotions.models import PromotionRow
from promotions.rules.lifecycle import OVER, PATH, Action, Status
from promotions.rules.requirements import Remedy

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


def listed(session: Session, row: PromotionRow, now: datetime) -> Listed[PromotionRow]:
    """One promotion with what comes next."""
    if row.status in OVER:
        return Listed(row, row.status)
    ahead = PATH.next_of(row.status, queries.facts_of(session, row, now))
    return listing.listed(row, row.status, ahead, STEPS, waits=Remedy.WAIT)


def states(session: Session, now: datetime) -> tuple[State[PromotionRow], ...]:
    """Every promotion, state by state, the next to start first."""
    every = select(PromotionRow).order_by(
        col(PromotionRow.starts_at), col(PromotionRow.id)
    )
    found = (listed(session, row, now) for row in session.exec(every))
    return listing.by_state(found, ORDER)
