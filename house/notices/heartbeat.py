"""Signs of life of the ticking process, so that everybody sees when it is late."""

from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from house.db import Database
from house.notices.models import HeartbeatRow
from rulebook import HOUSE, Cited

TICKER = "ticker"
EVERY = timedelta(seconds=5)
LATE = Cited(timedelta(minutes=1), HOUSE.at("CLOCK-9"))


def beat(db: Database, now: datetime) -> None:
    """Say that the clock is being looked at."""
    dialect = sqlite if db.is_sqlite else postgresql
    first = dialect.insert(HeartbeatRow).values(name=TICKER, at=now)
    again = first.on_conflict_do_update(index_elements=["name"], set_={"at": now})
    with db.writing() as session:
        session.execute(again)


def last(reader: Session | Connection) -> datetime | None:
    """When the clock was last looked at, if ever."""
    mine = select(HeartbeatRow.at).where(col(HeartbeatRow.name) == TICKER)
    return reader.execute(mine).scalar_one_or_none()


def is_late(seen: datetime, now: datetime) -> bool:
    """Whether a ticking process last seen then has not been seen for too long."""
    return now - seen >= LATE.value
