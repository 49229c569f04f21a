"""Statements asked at every tap: spelt once, then handed to the driver as they are.

SQLAlchemy puts them together and knows how each value is kept. What it works out anew
whenever a statement is executed costs many times what such a question costs itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection, Dialect, Insert, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import make_transient_to_detached
from sqlalchemy.orm.attributes import manager_of_class, set_committed_value
from sqlalchemy.orm.util import identity_key
from sqlmodel import Session

from house.db import Row

Found = tuple[Any, ...]  # a row, column by column
Turn = Callable[[Any], Any]  # a value from Python's form into the driver's, or back
Kind = TypeVar("Kind", bound=Row)


class Spelling(NamedTuple):
    """A statement as one kind of database reads it."""

    text: str
    places: Sequence[str] | None  # where values go by their order, not by their name
    given: Mapping[str, Any]  # values that stand in the statement itself
    takes: Mapping[str, Turn]  # by the name of a value
    gives: Sequence[Turn | None]  # by column


class Prepared:
    """A statement that is put together once for each kind of database.

    It runs in the transaction of its connection, which has begun where it writes.
    """

    def __init__(
        self, statement: Select[Any] | Insert, columns: Sequence[str] | None = None
    ) -> None:
        self._statement = statement
        self._columns = columns
        self._spelt: dict[str, Spelling] = {}

    def all(self, connection: Connection, /, **values: Any) -> list[Found]:
        """Every row that it finds."""
        spelt = self._spelling(connection.dialect)
        rows = _send(connection, spelt, values).fetchall()
        return [_turned(row, spelt.gives) for row in rows]

    def first(self, connection: Connection, /, **values: Any) -> Found | None:
        """The one row that it can find, if it does."""
        found = self.all(connection, **values)
        return found[0] if found else None

    def run(self, connection: Connection, /, **values: Any) -> None:
        """Do what it says."""
        _send(connection, self._spelling(connection.dialect), values).close()

    def _spelling(self, dialect: Dialect) -> Spelling:
        found = self._spelt.get(dialect.name)
        if found is None:
            found = self._spelt[dialect.name] = self._spell(dialect)
        return found

    def _spell(self, dialect: Dialect) -> Spelling:
        compiled: Any = self._statement.compile(
            dialect=dialect, column_keys=self._columns
        )
        binds = [(name, bind) for bind, name in compiled.bind_names.items()]
        asked = {name: None for name, bind in binds if bind.required}
        whole = compiled.construct_expanded_state(asked)
        turns = (
            (name, bind.type.dialect_impl(dialect).bind_processor(dialect))
            for name, bind in binds
        )
        takes = {name: turn for name, turn in turns if turn is not None}
        given = {
            name: takes[name](value) if name in takes else value
            for name, value in whole.parameters.items()
            if name not in asked
        }
        gives = [
            column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in getattr(self._statement, "selected_columns", ())
        ]
        places = whole.positiontup if compiled.positional else None
        return Spelling(whole.statement, places, given, takes, gives)


def _turned(row: Found, gives: Sequence[Turn | None]) -> Found:
    """A row of the driver's as Python has it."""
    pairs = zip(gives, row, strict=True)
    return tuple([one if turn is None else turn(one) for turn, one in pairs])


def _send(connection: Connection, spelt: Spelling, values: Mapping[str, Any]) -> Any:
    """Send a statement; who listens hears of it, and errors are those of the house."""
    named = dict(spelt.given)
    for name, value in values.items():
        turn = spelt.takes.get(name)
        named[name] = value if turn is None else turn(value)
    told: Any = named
    if spelt.places is not None:
        told = tuple([named[name] for name in spelt.places])
    cursor = connection.connection.cursor()
    for hear in connection.dispatch.before_cursor_execute:
        hear(connection, cursor, spelt.text, told, None, False)  # noqa: FBT003
    try:
        cursor.execute(spelt.text, told)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _wrong(connection, spelt.text, told, error) from error
    return cursor


def _wrong(
    connection: Connection, text: str, told: Any, error: Exception
) -> BaseException:
    """The driver's error as SQLAlchemy tells it; a connection that is lost is left."""
    dialect = connection.dialect
    lost = dialect.is_disconnect(error, connection.connection, None)  # type: ignore[arg-type]
    told_as = DBAPIError.instance(
        text,
        told,
        error,
        dialect.loaded_dbapi.Error,
        hide_parameters=connection.engine.hide_parameters,
        connection_invalidated=lost,
        dialect=dialect,
    )
    if lost:
        connection.invalidate(error)
    return told_as


class Columns(Generic[Kind]):
    """All columns of a kind of row, to be asked for, and the row that they make."""

    def __init__(self, kind: type[Kind]) -> None:
        table = kind.__table__  # type: ignore[attr-defined]
        self._kind = kind
        self._names = tuple(column.key for column in table.columns)
        self.asked = tuple(table.columns)

    def __len__(self) -> int:
        return len(self._names)

    def watched(self, session: Session, found: Found, *, anew: bool = False) -> Kind:
        """The row as a session that looks it up has it; one that it knows stays, or is
        read anew.
        """
        key = identity_key(self._kind, found[self._names.index("id")])
        known: Kind | None = session.identity_map.get(key)
        if known is None:
            row = self.loose(found)
            make_transient_to_detached(row)
            session.add(row)
            return row
        for name, value in zip(self._names, found, strict=True) if anew else ():
            set_committed_value(known, name, value)
        return known

    def loose(self, found: Found) -> Kind:
        """A row that no session watches: what it says is never changed."""
        row: Kind = manager_of_class(self._kind).new_instance()
        row.__dict__.update(zip(self._names, found, strict=True))
        return row
