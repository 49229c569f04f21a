"""Bring the database to the version this release needs, or leave it as it was."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import make_url

from house.config import ROOT


def settings() -> AlembicConfig:
    """Where the migrations are."""
    return AlembicConfig(ROOT / "migrations" / "alembic.ini")


@cache
def head() -> str | None:
    """The migration this release needs."""
    return ScriptDirectory.from_config(settings()).get_current_head()


class Newer(Exception):
    """The database was made by a later release than this one."""


def mismatch(at: str | None) -> str:
    """Why this release cannot work on a database at that version, and what to do."""
    needed = head() or ""
    if at == needed:
        return ""
    if at is not None and at > needed:
        return (
            f"The database is at version {at}, made by a newer release; this one knows "
            f"versions up to {needed}. Install the release that made it, or restore "
            "a backup from before it."
        )
    return (
        f"The database is at version {at or 'none'}; this release needs {needed}. "
        "Run “flask migrate” (or “make migrate”), then try again."
    )


def version(connection: Connection) -> str | None:
    """The migration the database is at."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(url: str, to: str = "head") -> bool:
    """Run every migration still missing, all or nothing; say whether there was one."""
    with connection_to(url) as connection:
        at = version(connection)
        if at == head():
            return False
        if at is not None and at > (head() or ""):
            raise Newer(mismatch(at))
        if at and connection.dialect.name == "sqlite":
            _copy_aside(Path(make_url(url).database or ""))
        config = settings()
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    return True


@contextmanager
def connection_to(url: str) -> Iterator[Connection]:
    """One transaction on the database, for altering its tables."""
    parsed = make_url(url)
    engine = create_engine(url)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database:
            _make_private(Path(parsed.database))
        # Foreign keys stay off here: SQLite alters a table by copying and dropping
        # it, which would delete the rows that point to it.
        event.listen(engine, "connect", lambda raw, _: _no_begin(raw))
        event.listen(engine, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _make_private(path: Path) -> None:
    """A database file for its owner alone; its journals take after it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.chmod(0o600)


def _no_begin(raw: sqlite3.Connection) -> None:
    raw.isolation_level = None


def _copy_aside(path: Path) -> None:
    """Keep the database as it was before the migration, journal included."""
    with (
        closing(sqlite3.connect(path)) as source,
        closing(sqlite3.connect(path.with_suffix(".before-migration"))) as copy,
    ):
        source.backup(copy)
