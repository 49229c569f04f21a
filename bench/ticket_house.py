"""A house whose promotion runs, and lists of tickets as long as a benchmark asks."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlmodel import Session

from house import migrate
from house.audit import Actor
from house.db import Database
from house.documents.models import DocumentRow
from house.floor.acts import Act
from promotions.models import PromotionRow
from promotions.nominees import DOCUMENT
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from promotions.tickets import importing, writing
from promotions.tickets.models import ListBatchRow
from promotions.tickets.writing import Gift
from rulebook import Refused

OPENS = datetime(2026, 11, 1, tzinfo=UTC)
NOW = OPENS + timedelta(days=5)
CLOSES = OPENS + timedelta(days=20)
HOLDERS = 1_000_000
TICKETS = 10  # each
SLUG = "bench"
ACT = Act(Actor("b", "B", "marketing"), NOW)


def terms() -> Terms:
    """Terms with one draw, and tickets that are counted elsewhere."""
    made = Terms()
    closing = replace(made.entry.closing, opens_at=OPENS, closes_at=CLOSES)
    awarded = replace(made.award.awarded, drawn_at=CLOSES)
    return replace(
        made,
        entry=replace(made.entry, closing=closing),
        award=replace(made.award, awarded=awarded),
    )


@contextmanager
def house_with_patrons(holders: int) -> Iterator[tuple[Database, Path]]:
    """A migrated SQLite house with so many patrons, each with a card."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.sqlite3"
        migrate.upgrade(url)
        db = Database(url)
        with db.writing() as session:
            _running(session)
            _patrons(session, holders)
        yield db, Path(folder)
        db.engine.dispose()


def _running(session: Session) -> None:
    by: dict[str, Any] = {"published_by": "b", "published_by_name": "B"}
    document = DocumentRow(
        kind=DOCUMENT,
        subject_id=1,
        number=1,
        title="Terms",
        content=json.dumps({"data": terms().to_data()}).encode(),
        sha256="0" * 64,
        published_at=OPENS,
        **by,
    )
    session.add(document)
    session.flush()
    row = PromotionRow(
        slug=SLUG,
        name="Bench",
        status=Status.RUNNING,
        draft=terms().to_data(),
        document_id=document.pk,
        regime="STAR4",
        created_at=OPENS,
        created_by="b",
        created_by_name="B",
        saved_at=OPENS,
        saved_by="b",
        saved_by_name="B",
    )
    session.add(row)


PATRON = """INSERT INTO patron (id, version, given_name, family_name, search_name,
born_on, email, phone, street, suburb, state, postcode, country, may_publish_name,
is_employee, is_contractor, is_associate, created_at, salt) VALUES (?, 1, 'Pat', 'Lee',
'pat lee', ?, '', '', '', '', '', '', '', 0, 0, 0, 0, ?, ?)"""
CARD = """INSERT INTO player_card (number, patron_id, issued_at, cancelled_why)
VALUES (?, ?, ?, '')"""


def _patrons(session: Session, holders: int) -> None:
    raw: Any = session.connection().connection.dbapi_connection
    born, at = date(1980, 1, 1).isoformat(), "2026-11-01 00:00:00.000000"
    every = range(1, holders + 1)
    raw.executemany(PATRON, ((n, born, at, f"{n:032x}") for n in every))
    raw.executemany(CARD, ((card(n), n, at) for n in every))


def card(number: int) -> str:
    """The card of a patron."""
    return f"SB{number:09}"


def written(folder: Path, holders: int) -> Path:
    """A list with a row a holder."""
    file = folder / "tickets.csv"
    with file.open("w", encoding="utf-8") as out:
        out.write("reference,card,at,tickets\n")
        at = NOW.isoformat()
        out.writelines(
            f"r{n},{card(n)},{at},{TICKETS}\n" for n in range(1, holders + 1)
        )
    return file


def taken(db: Database, file: Path) -> tuple[ListBatchRow, float]:
    """A whole list, and the seconds it took."""
    began = perf_counter()
    made = importing.take(db, SLUG, file, lambda: ACT)
    assert not isinstance(made, Refused), made
    return made, perf_counter() - began


def bare_seconds(db: Database, holders: int) -> float:
    """The bare writing of as many rows, ready made, in one transaction."""
    gifts = [
        Gift(1, 9, f"{n:016x}", n, f"b{n}", "list", 10, 10, 10, NOW, None)
        for n in range(1, holders + 1)
    ]
    stored = [*writing.stored(gifts)]
    with db.writing() as session:
        raw: Any = session.connection().connection.dbapi_connection
        began = perf_counter()
        raw.executemany(writing.SQLITE, stored)
        return perf_counter() - began
