"""What is kept only for a while is forgotten, a little at a time."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from sqlalchemy import Delete, delete, tuple_
from sqlalchemy import select as sa_select
from sqlmodel import col

from house.db import Database
from house.notices.models import OutboxRow
from house.people.models import SignInAttemptRow, StaffSessionRow
from house.web.once import RequestKeyRow

BATCH = 500


def forget(
    db: Database, keep: Mapping[str, timedelta], now: datetime, batch: int = BATCH
) -> int:
    """Delete the oldest of what has been kept long enough; say how many rows."""
    return sum(_delete(db, old) for old in _old(keep, now, batch))


def _old(keep: Mapping[str, timedelta], now: datetime, batch: int) -> Iterator[Delete]:
    keys = (
        sa_select(col(RequestKeyRow.scope), col(RequestKeyRow.key))
        .where(col(RequestKeyRow.at) <= now - keep["request_keys"])
        .order_by(col(RequestKeyRow.at))
        .limit(batch)
    )
    yield delete(RequestKeyRow).where(
        tuple_(col(RequestKeyRow.scope), col(RequestKeyRow.key)).in_(keys)
    )
    yield _oldest(SignInAttemptRow, "at", now - keep["sign_in_tries"], batch)
    yield _oldest(StaffSessionRow, "created_at", now - keep["sign_ins"], batch)
    yield _oldest(OutboxRow, "sent_at", now - keep["letters"], batch)


def _oldest(
    row: type[SignInAttemptRow | StaffSessionRow | OutboxRow],
    at: str,
    until: datetime,
    batch: int,
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
