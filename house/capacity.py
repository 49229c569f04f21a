"""Whether the connections of all processes fit into what the database gives out."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text

from house.db import DOWNLOADS, Database
from rulebook import HOUSE, Cited

FITS = HOUSE.at("CROWD-4")
# Of the ticking process: what is due, the outbox, and its own sign of life.
TICKER = 4
# For whoever looks whether the house stands, for commands, and for a backup.
RESERVE = Cited(6, FITS)
LIMITS = text("""
    SELECT current_setting('max_connections')::int
            - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true), '0')::int
            AS server,
        (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
        (SELECT datconnlimit FROM pg_database WHERE datname = current_database())
            AS database
""")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections there are; a limit below nought is none."""

    server: int
    role: int = -1
    database: int = -1


def needed(workers: int, threads: int) -> int:
    """The connections that a house of this size may come to hold at once."""
    return workers * (threads + DOWNLOADS) + TICKER + RESERVE.value


def limits(db: Database) -> Limits | None:
    """What PostgreSQL gives out; SQLite has no such limit."""
    if db.is_sqlite:
        return None
    with db.aside.connect() as connection:
        return Limits(*connection.execute(LIMITS).one())


def too_small(found: Limits, workers: int, threads: int) -> Iterator[str]:
    """Every reason why a house of this size does not fit."""
    most = needed(workers, threads)
    for which, limit in (
        ("PostgreSQL gives out", found.server),
        ("the user of the database may have", found.role),
        ("the database itself takes", found.database),
    ):
        if 0 <= limit < most:
            yield (
                f"{workers} workers with {threads} threads need {most} connections, "
                f"and {which} {limit}. Set WORKERS or THREADS lower, or the limit "
                f"higher ({FITS})."
            )
