"""What each kind of database gives for a backup, as of one instant."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, MetaData, create_engine, func, select, text
from sqlalchemy.engine import make_url

SQLITE, POSTGRES = "sqlite", "postgresql"
PROGRAMS = Path("/usr/lib/postgresql")  # where Debian keeps those of each version
PARTS = {SQLITE: "house.sqlite3", POSTGRES: "house.pgdump"}


class Failed(Exception):
    """The database did not give or take a dump; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Dump:
    """A file with the whole database, and a look at exactly what is in it."""

    path: Path
    connection: Connection


def dialect(url: str) -> str:
    """The kind of database at an address."""
    return make_url(url).get_backend_name()


def sqlite_file(url: str) -> Path:
    """The file of an SQLite database."""
    return Path(make_url(url).database or "")


@contextmanager
def taken(url: str, folder: Path) -> Iterator[Dump]:
    """The database as of now in a file in this folder, while others go on writing."""
    path = folder / PARTS[dialect(url)]
    give = _from_sqlite if dialect(url) == SQLITE else _from_postgres
    with give(url, path) as connection:
        yield Dump(path, connection)


@contextmanager
def _from_sqlite(url: str, path: Path) -> Iterator[Connection]:
    """A copy without what was deleted; whoever copies the file misses its journal."""
    if not sqlite_file(url).is_file():
        raise Failed(f"There is no database at {sqlite_file(url)}.")
    with closing(sqlite3.connect(sqlite_file(url), timeout=30)) as source:
        source.execute("VACUUM INTO ?", (str(path),))
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _from_postgres(url: str, path: Path) -> Iterator[Connection]:
    """A dump of one snapshot; what is counted beside it is counted in the same."""
    engine = create_engine(url, isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as connection:
            snapshot = connection.execute(text("SELECT pg_export_snapshot()")).scalar()
            run(
                "pg_dump",
                url,
                "--format=custom",
                "--no-owner",
                "--no-privileges",
                f"--snapshot={snapshot}",
                f"--file={path}",
            )
            yield connection
    finally:
        engine.dispose()


def run(program: str, url: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs; its password is never on a command line."""
    address = make_url(url)
    command = [_found(program), f"--dbname={_spoken(address)}", *arguments]
    environment = {**os.environ, "PGPASSWORD": str(address.password or "")}
    done = subprocess.run(  # noqa: S603  a program of PostgreSQL's, found by its name
        command, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it gives no reason"])[0]
        raise Failed(f"{program} did not come to its end: {why}")


def _spoken(address: URL) -> str:
    """The address as PostgreSQL's own programs take it, without the password."""
    bare = address.set(drivername=POSTGRES, password=None)
    return bare.render_as_string(hide_password=False)


def _found(program: str) -> str:
    installed = sorted(
        PROGRAMS.glob(f"*/bin/{program}"), key=_version, reverse=True
    ) or [Path(program)]
    found = shutil.which(str(installed[0])) or shutil.which(program)
    if found is None:
        raise Failed(
            f"{program} is not installed here. It comes with PostgreSQL’s client "
            "programs: `apt install postgresql-client` or `brew install libpq`."
        )
    return found


def _version(path: Path) -> int:
    number = path.parent.parent.name
    return int(number) if number.isdigit() else 0


def tables_of(connection: Connection) -> Sequence[str]:
    """The names of every table that the house has there."""
    found = MetaData()
    found.reflect(connection)
    return sorted(found.tables)


def counted(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: connection.execute(
            select(func.count()).select_from(table)
        ).scalar_one()
        for table in sorted(found.tables.values(), key=lambda table: table.name)
    }


def unfinished(connection: Connection) -> bool:
    """Whether a restore into this database has not come to its end."""
    if connection.dialect.name != POSTGRES:
        return False
    mark = text("SELECT 1 FROM pg_namespace WHERE nspname = 'restoring'")
    return connection.execute(mark).first() is not None
