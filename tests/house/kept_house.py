"""A house in the middle of its work, kept as a release left it.

`python -m tests.house.kept_house 0.2.0` makes one with the code as it stands and keeps
it under the name of the release. A kept house is never made again: later releases
must take it as it is.
"""

import base64
import gzip
import itertools
import json
import sys
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    Date,
    DateTime,
    MetaData,
    Table,
    func,
    insert,
    select,
    text,
)

from house import migrate
from house.db import Database
from tests.house import rounds_cast
from tests.house import test_limits_changes as limits
from tests.house.floor_cast import at, open_table
from tests.house.rounds_cast import Console, finish_step, play_through
from tests.tournaments import cast as tournament

KEPT = Path(__file__).parent / "kept"
PLAYING, RAISING = 4, 5  # tables


def begin(db: Database) -> None:
    """A round settled, one half played, terms published, a deadline to come."""
    open_table(db, "NSW3", number=PLAYING)
    tablet = Console(db, PLAYING)
    tablet.sit(2, 3)
    tablet.open(options={"cards": "dealt"})
    play_through(tablet)
    tablet.open(options={"cards": "dealt"})
    for seat in (2, 3):
        tablet.must("ante", seat=seat, amount=10_00)
    for _ in range(4):  # dealt, and the first decisions taken
        finish_step(tablet, {})
    open_table(db, "NSW3", number=RAISING)
    limits.announce(db, limits.wants(25_00), at(), number=RAISING)
    tournament.published(db)


def plain(connection: Connection) -> dict[str, Any]:
    """Every row of a database in values that JSON has, and which tables it has."""
    tables = MetaData()
    tables.reflect(connection)
    found = {
        table.name: [
            {name: _plain(value) for name, value in row._mapping.items()}
            for row in connection.execute(select(table))
        ]
        for table in tables.sorted_tables
    }
    [version] = found.pop("alembic_version")
    return {"revision": version["version_num"], "tables": found}


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    return value.isoformat() if isinstance(value, date | datetime) else value


def restore(connection: Connection, kept: dict[str, Any]) -> None:
    """Put every row into the empty tables of the version it was kept at."""
    on_postgres = connection.dialect.name == "postgresql"
    if on_postgres:  # rows come in any order, as in a dump
        connection.execute(text("SET LOCAL session_replication_role = replica"))
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        rows = [_typed(table, row) for row in kept["tables"].get(table.name, ())]
        if rows:
            connection.execute(insert(table), rows)
        if (
            rows
            and on_postgres
            and "id" in table.c
            and table.c.id.type.python_type is int
        ):
            last = select(func.max(table.c.id)).scalar_subquery()
            counter = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(counter, last)))


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(table, name, value) for name, value in row.items()}


def _value(table: Table, name: str, value: Any) -> Any:
    kind = table.c[name].type
    if isinstance(value, dict) and value.keys() == {"bytes"}:
        return base64.b64decode(value["bytes"])
    if value is None or isinstance(kind, JSON):
        return value
    if isinstance(kind, DateTime):
        at_ = datetime.fromisoformat(value)
        return at_.replace(tzinfo=UTC) if kind.timezone else at_
    if isinstance(kind, Date):
        return date.fromisoformat(value)
    return bool(value) if isinstance(kind, Boolean) else value


def read(path: Path) -> dict[str, Any]:
    """A kept house."""
    kept: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return kept


def keep(release: str) -> Path:
    """Make a house with the code as it stands, and keep it under the release's name."""
    path = KEPT / f"{release}.json.gz"
    if path.exists():
        raise SystemExit(f"{path} is kept already: later releases take it as it is.")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.sqlite3"
        migrate.upgrade(url)
        db = Database(url)
        rounds_cast._keys = itertools.count(10**9)  # none that a test uses again
        begin(db)
        db.engine.dispose()
        with migrate.connection_to(url) as connection:
            said = json.dumps(plain(connection), separators=(",", ":"), sort_keys=True)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(said.encode(), mtime=0))
    return path


if __name__ == "__main__":
    keep(sys.argv[1])
