"""A house with years of deadlines, to see how fast a tick finds and fires them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import insert
from sqlmodel import Session

from house import migrate
from house.db import Database
from house.notices import deadlines
from house.notices.models import DeadlineRow

NOW = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
ALL = 100_000
DUE = 1_000
KIND = "bench.nothing"


@deadlines.on(KIND)
def nothing(_session: Session, _deadline: DeadlineRow) -> None:
    """Take no effect: what is measured is the clock, not what it sets off."""


@contextmanager
def house_with_deadlines(number: int = ALL, due: int = DUE) -> Iterator[Database]:
    """A migrated SQLite house in which so many deadlines wait and some are due."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        db = Database(url)
        rows = [_row(each, due) for each in range(number)]
        with db.writing() as session:
            session.execute(insert(DeadlineRow), rows)
        yield db
        db.engine.dispose()


def _row(number: int, due: int) -> dict[str, object]:
    minutes = -number if number < due else number
    at = NOW + timedelta(minutes=minutes)
    return {
        "key": str(number),
        "kind": KIND,
        "subject_kind": "table",
        "subject_id": number % 40,
        "title": "Table may close",
        "rule_id": "CROWN3-13.7",
        "due_at": at,
        "try_at": at,
        "attempts": 0,
        "last_error": "",
        "duty": False,
        "met_by": "",
        "met_by_name": "",
        "proof": "",
        "proof_kind": "",
    }
