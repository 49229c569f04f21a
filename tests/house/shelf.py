"""Houses that many tests begin with: prepared once, then taken from a shelf."""

import atexit
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

from house.db import Database
from tests import postgres

MOST = 60  # houses on the shelf of one process, a megabyte or two each
Given = ParamSpec("Given")
Cast = Callable[Concatenate[Database, Given], None]
COUNTED = """
    SELECT quote_ident(sequencename), last_value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL
"""
SET = "SELECT setval(CAST(:name AS regclass), :last)"
_shelf: OrderedDict[Hashable, Any] = OrderedDict()


def prepared(cast: Cast[Given]) -> Cast[Given]:
    """Lead an untouched house here once for each way of asking; then copy it."""

    @wraps(cast)
    def lead(db: Database, *args: Given.args, **kwargs: Given.kwargs) -> None:
        key = (cast, db.is_sqlite, args, _frozen(kwargs))
        if not _is_hashable(key) or not _is_untouched(db):
            cast(db, *args, **kwargs)
        elif key in _shelf:
            _shelf.move_to_end(key)
            put(db, _shelf[key])
        else:
            cast(db, *args, **kwargs)
            _shelf[key] = taken(db)
            if len(_shelf) > MOST:
                _forget(_shelf.popitem(last=False)[1])  # asked for longest ago

    return lead


def _frozen(given: object) -> object:
    if isinstance(given, dict):
        return tuple((name, _frozen(given[name])) for name in sorted(given))
    return given


def _is_hashable(key: object) -> bool:
    try:
        hash(key)
    except TypeError:
        return False
    return True


@cache
def _anything() -> str:
    tables = (f'SELECT 1 FROM "{name}"' for name in sorted(SQLModel.metadata.tables))
    return " UNION ALL ".join(tables) + " LIMIT 1"


def _is_untouched(db: Database) -> bool:
    """Whether nothing has happened in a house."""
    with db.engine.connect() as connection:
        # To PostgreSQL a look at every table is long work; what it counted is not.
        asked = _anything() if db.is_sqlite else COUNTED
        return connection.execute(text(asked)).first() is None


@dataclass(frozen=True)
class Rows:
    """What a PostgreSQL house holds."""

    tables: dict[str, bytes]
    counted: dict[str, int]


def taken(db: Database) -> sqlite3.Connection | Rows:
    """A copy of a house as it is."""
    with db.engine.connect() as connection:
        if db.is_sqlite:
            copy = sqlite3.connect(":memory:", check_same_thread=False)
            _raw(connection).backup(copy)
            return copy
        counted = connection.execute(text(COUNTED)).all()
        return Rows(_copied(connection), dict(map(tuple, counted)))


def _forget(house: sqlite3.Connection | Rows) -> None:
    if isinstance(house, sqlite3.Connection):
        house.close()


@atexit.register
def _clear() -> None:
    for house in _shelf.values():
        _forget(house)


def put(db: Database, house: sqlite3.Connection | Rows) -> None:
    """Make an untouched house the copy of another."""
    if isinstance(house, sqlite3.Connection):
        with db.engine.connect() as connection:
            house.backup(_raw(connection))
        return
    with db.writer.begin() as connection:
        connection.execute(postgres.NO_TRIGGERS)
        for table, rows in house.tables.items():
            with _raw(connection).cursor().copy(f'COPY "{table}" FROM STDIN') as copy:
                copy.write(rows)
        for name, last in house.counted.items():
            connection.execute(text(SET), {"name": name, "last": last})


def _copied(connection: Connection) -> dict[str, bytes]:
    found = {}
    for table in sorted(SQLModel.metadata.tables):
        with _raw(connection).cursor().copy(f'COPY "{table}" TO STDOUT') as copy:
            if rows := b"".join(copy):
                found[table] = rows
    return found


def _raw(connection: Connection) -> Any:
    return connection.connection.driver_connection
