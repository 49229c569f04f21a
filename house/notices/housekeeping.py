"""What is kept only for a while is forgotten, a little at a time."""

from datetime import datetime, timedelta

from sqlalchemy import Delete, delete, tuple_
from sqlalchemy import select as sa_select
from sqlmodel import col

from house.db import Database
from house.people.models import SignInAttemptRow, StaffSessionRow
from house.web.once import RequestKeyRow
from rulebook import HOUSE, Cited

REQUEST_KEYS = Cited(timedelta(hours=48), HOUSE.at("CLOCK-4"))
ATTEMPTS = Cited(timedelta(days=30), HOUSE.at("CLOCK-5"))
SESSIONS = Cited(timedelta(days=90), HOUSE.at("CLOCK-6"))
BATCH = 500


def forget(db: Database, now: datetime, batch: int = BATCH) -> int:
    """Delete the oldest of what has been kept long enough; say how many rows."""
    return sum(_delete(db, old) for old in _old(now, batch))


def _old(now: datetime, batch: int) -> tuple[Delete, ...]:
    keys = (
        sa_select(col(RequestKeyRow.scope), col(RequestKeyRow.key))
        .where(col(RequestKeyRow.at) <= now - REQUEST_KEYS.value)
        .order_by(col(RequestKeyRow.at))
        .limit(batch)
    )
    return (
        delete(RequestKeyRow).where(
            tuple_(col(RequestKeyRow.scope), col(RequestKeyRow.key)).in_(keys)
        ),
        _oldest(SignInAttemptRow, "at", now - ATTEMPTS.value, batch),
        _oldest(StaffSessionRow, "created_at", now - SESSIONS.value, batch),
    )


def _oldest(
    row: type[SignInAttemptRow | StaffSessionRow], at: str, until: datetime, batch: int
) -> Delete:
    """Those of the lowest numbers that are old enough; never a look at every row."""
    id_ = col(row.id)
    first = sa_select(id_.label("id"), getattr(row, at).label("at"))
    lowest = first.order_by(id_).limit(batch).subquery()
    return delete(row).where(
        id_.in_(sa_select(lowest.c.id).where(lowest.c.at <= until))
    )


def _delete(db: Database, old: Delete) -> int:
    with db.writing() as session:
        return int(session.execute(old).rowcount)  # type: ignore[attr-defined]
