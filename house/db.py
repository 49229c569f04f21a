"""The database: SQLite out of the box, PostgreSQL for real, one way to write."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

from sqlalchemy import BigInteger, Connection, Engine, Integer, create_engine, event
from sqlalchemy import Enum as SAEnum
from sqlalchemy.engine import make_url
from sqlalchemy.orm import ORMExecuteState, declared_attr
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlmodel import Field, Session, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",  # a row that is replaced is deleted, and refused as such
    "secure_delete=ON",  # what is erased is overwritten in the file, too
)
WRITE = "BEGIN IMMEDIATE"
WAIT = 8.0  # seconds, for the writer's place
CONNECTIONS = 8  # of one process, unless its settings say otherwise
DOWNLOADS = 2  # more of them: a download is read while it is sent, after its request
PATIENCE = 2.0  # seconds, for a connection
ASK_AGAIN = 0.0002
STATEMENTS = 4_000  # kept compiled: the house has more than the usual 500
TURN = "turn"  # among what is known of a connection: it is this one's
PRIMARY = 0xFF  # of an error code of SQLite; the rest tells how it came about
# SQLite counts only a column of type INTEGER up by itself.
BigKey = BigInteger().with_variant(Integer, "sqlite")


class Row(SQLModel):
    """A row with a number of its own."""

    id: int | None = Field(default=None, primary_key=True, sa_type=BigKey)

    @property
    def pk(self) -> int:
        """The number of a row that has been saved."""
        if self.id is None:
            raise ValueError("This row has not been saved yet.")
        return self.id


class SignedRow(Row):
    """A row that says when it was written and by whom."""

    at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)


class VersionedRow(Row):
    """A row that nobody can overwrite without having seen its latest version."""

    version: int = Field(default=1, nullable=False)

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:  # noqa: N805
        return {"version_id_col": cls.__table__.c.version}  # type: ignore[attr-defined]


def key_of(table: str, *, index: bool = False, unique: bool = False) -> Any:
    """A column with the key of a row in another table."""
    return Field(foreign_key=f"{table}.id", sa_type=BigKey, index=index, unique=unique)


def optional_key_of(table: str, *, index: bool = False) -> Any:
    """The same, where there may be no such row."""
    return Field(default=None, foreign_key=f"{table}.id", sa_type=BigKey, index=index)


def words(enum: type[StrEnum], length: int = 32) -> SAEnum:
    """A column type that stores an enum by its word, readable in any database."""
    return SAEnum(
        enum,
        native_enum=False,
        create_constraint=False,
        length=length,
        values_callable=lambda members: [member.value for member in members],
    )


class Writing(Session):
    """A session that writes: a row it locks is read anew, whatever it knew of it."""


@event.listens_for(Writing, "do_orm_execute")
def _read_anew(asked: ORMExecuteState) -> None:
    """What was only looked at before the lock may have been changed by others."""
    held = getattr(asked.statement, "_for_update_arg", None)
    if asked.is_select and held is not None:
        asked.update_execution_options(populate_existing=True)


class Database:
    """The house's database: any number of readers, each writer in one transaction."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self.engine = make_engine(url, connections)
        self.writer = self.engine.execution_options(write=True)
        # Outside the pool: whoever looks whether the house stands waits for nobody.
        self.aside = create_engine(url, poolclass=NullPool, connect_args=_short(url))

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.engine.dialect.name == "sqlite"

    def reading(self) -> Session:
        """A session for looking; close it when done."""
        return Session(self.engine)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: it is kept whole when the block ends, or not at all."""
        with Writing(self.writer, expire_on_commit=False) as session, session.begin():
            yield session


def make_engine(url: str, connections: int = CONNECTIONS) -> Engine:
    """An engine with our pragmas on SQLite and a checked pool on PostgreSQL."""
    parsed = make_url(url)
    pool = {
        "pool_size": connections,
        "max_overflow": DOWNLOADS,
        "pool_timeout": PATIENCE,
        "hide_parameters": True,  # an error would tell the log who it was about
        "query_cache_size": STATEMENTS,
    }
    if parsed.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, **pool)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": WAIT}, **pool)
    event.listen(engine, "connect", _prepare_sqlite)
    turns = Turns()
    event.listen(engine, "begin", turns.begin)
    event.listen(engine, "checkin", turns.end)
    return engine


def _short(url: str) -> dict[str, Any]:
    """How a connection is made that must answer soon or not at all."""
    if make_url(url).get_backend_name() == "sqlite":
        return {"timeout": 0.5}
    return {"connect_timeout": 2, "options": "-c statement_timeout=800"}


def _prepare_sqlite(raw: Any, _record: Any) -> None:
    raw.isolation_level = None  # the driver sends no BEGIN of its own; we do
    for pragma in PRAGMAS:
        raw.execute(f"PRAGMA {pragma}")


class Turns:
    """How SQLite transactions begin: writers of this process one after another.

    SQLite itself sleeps longer each time the writer's place is taken, up to a tenth of
    a second, and loses it again and again to whoever has just come. Here one thread
    of a process asks, five times a millisecond, until it has the place; the others
    are woken by whoever gives it back.
    """

    def __init__(self) -> None:
        self._one = Lock()

    def begin(self, connection: Connection) -> None:
        """Begin as a reader or a writer.

        A writer that began as a reader fails at once when another wrote in between.
        """
        if not connection.get_execution_options().get("write"):
            _raw(connection).execute("BEGIN")
            return
        mine = connection.connection.record_info
        assert mine is not None, "A writer's connection comes from the pool."
        if not mine.get(TURN):
            mine[TURN] = self._one.acquire(timeout=WAIT)
        _take_place(connection, int(WAIT / ASK_AGAIN) if mine[TURN] else 0)

    def end(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        """Let the next writer begin: this one's connection went back to the pool."""
        if record.record_info and record.record_info.pop(TURN, False):
            self._one.release()


def _raw(connection: Connection) -> Any:
    """The driver's own connection: what begins every transaction asks it directly."""
    return connection.connection.dbapi_connection


def _take_place(connection: Connection, tries: int) -> None:
    """Begin to write as soon as nobody else does, or say why that cannot be."""
    raw = _raw(connection)
    raw.execute("PRAGMA busy_timeout=0")
    try:
        for _ in range(tries):
            if _begun(raw):
                return
            sleep(ASK_AGAIN)
        connection.exec_driver_sql(WRITE)
    finally:
        raw.execute(f"PRAGMA busy_timeout={WAIT * 1000:.0f}")


def _begun(raw: Any) -> bool:
    """Whether the writer's place was free; anything but a writer there is an error."""
    try:
        raw.execute(WRITE)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
