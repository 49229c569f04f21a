"""Looking up what waits, what fails and what was done, never more than a page."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.notices.deadlines import unmet
from house.notices.models import DeadlineRow, OutboxRow

# A tick comes every few seconds; what waits longer was not looked at.
PATIENCE = timedelta(minutes=5)


def _waiting() -> SelectOfScalar[DeadlineRow]:
    return select(DeadlineRow).where(
        col(DeadlineRow.fired_at).is_(None), col(DeadlineRow.called_off_at).is_(None)
    )


def failing_deadlines(session: Session, limit: int) -> Sequence[DeadlineRow]:
    """Deadlines that were tried and failed, the longest due first."""
    query = _waiting().where(col(DeadlineRow.attempts) > 0)
    return session.exec(query.order_by(col(DeadlineRow.due_at)).limit(limit)).all()


def unlooked_at(session: Session, now: datetime) -> DeadlineRow | None:
    """A deadline that has been due for some time and that nobody has tried."""
    query = _waiting().where(
        col(DeadlineRow.attempts) == 0, col(DeadlineRow.try_at) <= now - PATIENCE
    )
    return session.exec(query.order_by(col(DeadlineRow.try_at)).limit(1)).first()


def lately_met(
    session: Session, limit: int, kinds: frozenset[str] | None
) -> Sequence[DeadlineRow]:
    """What took effect or was met, of these kinds, the latest due first."""
    query = select(DeadlineRow).where(col(DeadlineRow.met_at).is_not(None))
    if kinds is not None:
        query = query.where(col(DeadlineRow.kind).in_(sorted(kinds)))
    newest = query.order_by(col(DeadlineRow.due_at).desc())
    return session.exec(newest.limit(limit)).all()


def open_duties(
    session: Session, kinds: frozenset[str] | None, until: datetime, limit: int
) -> Sequence[DeadlineRow]:
    """Duties due until then that nobody has met, the longest due first."""
    query = select(DeadlineRow).where(
        *unmet(), col(DeadlineRow.duty), col(DeadlineRow.due_at) <= until
    )
    if kinds is not None:
        query = query.where(col(DeadlineRow.kind).in_(sorted(kinds)))
    return session.exec(query.order_by(col(DeadlineRow.due_at)).limit(limit)).all()


def undelivered(session: Session, limit: int) -> Sequence[OutboxRow]:
    """Messages that were tried and could not be delivered, the oldest first."""
    query = select(OutboxRow).where(
        col(OutboxRow.sent_at).is_(None), col(OutboxRow.last_error) != ""
    )
    return session.exec(query.order_by(col(OutboxRow.try_at)).limit(limit)).all()
