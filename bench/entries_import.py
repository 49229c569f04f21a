"""A list of ten thousand entrants, half of them on file, with every check of the desk.

Held against the bare insert of all the rows that the import writes.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import MetaData, Table, insert, select
from sqlmodel import Session

from bench import Benchmark, Better, Measured
from bench.timing import Clock
from house import migrate
from house.audit import Actor
from house.db import Database
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.notices.models import Audience, NoticeRow
from house.people.patrons.models import PatronRow, PlayerCardRow
from rulebook import Refused
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.importing.running import Errand
from tournaments.importing.services import House
from tournaments.models import AdviceRow, AvailableRow, TournamentRow
from tournaments.printing.document import KIND
from tournaments.rules.lifecycle import Status
from tournaments.rules.payments import Method
from tournaments.rules.terms import Terms

NOW = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
BEFORE = NOW - timedelta(days=1)
ENTRANTS = 10_000
SLUG = "bench"


def terms(places: int) -> Terms:
    """Terms with a fee, a buy-in and so many places."""
    made = Terms()
    players = replace(made.details.players, minimum=2, maximum=places)
    fees = replace(made.details.fees, entry_fee_cents=40_00, buy_in_cents=200_00)
    return replace(made, details=replace(made.details, players=players, fees=fees))


@contextmanager
def house_taking_entries(places: int) -> Iterator[Path]:
    """A migrated SQLite house whose tournament takes entries; half of them on file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.sqlite3"
        migrate.upgrade(f"sqlite:///{file}")
        db = Database(f"sqlite:///{file}")
        with db.writing() as session:
            _open(session, terms(places))
            _on_file(session, places // 2)
        db.engine.dispose()
        yield file


def _open(session: Session, made: Terms) -> None:
    document = DocumentRow(
        kind=KIND,
        subject_id=1,
        number=1,
        title="Terms",
        content=json.dumps({"data": made.to_data()}).encode(),
        sha256="0" * 64,
        published_at=BEFORE,
        published_by="b",
        published_by_name="B",
    )
    notice = NoticeRow(
        key="bench",
        kind="bench",
        audience=Audience.INSPECTORATE,
        document="CROWN3",
        rule_id="CROWN3-12.2.2(b)",
        about_kind="tournament",
        about_id="1",
        title="Advice",
        body="Advice",
        drafted_at=BEFORE,
        drafted_by="b",
    )
    session.add_all((document, notice))
    session.flush()
    tournament = TournamentRow(
        slug=SLUG,
        name="Bench",
        status=Status.ENTRIES_OPEN,
        draft=made.to_data(),
        document_id=document.pk,
        rulebook="CROWN3",
        edition="3",
        created_at=BEFORE,
        created_by="b",
        created_by_name="B",
        saved_at=BEFORE,
        saved_by="b",
        saved_by_name="B",
    )
    session.add(tournament)
    session.flush()
    whose: dict[str, Any] = {
        "tournament_id": tournament.pk,
        "document_id": document.pk,
        "at": BEFORE,
        "by": "b",
        "by_name": "B",
    }
    session.add(AvailableRow(places="the cage", **whose))
    session.add(AdviceRow(notice_id=notice.pk, **whose))


def _born(number: int) -> date:
    return date(1950, 1, 1) + timedelta(days=number % 18_000)


def _on_file(session: Session, count: int) -> None:
    people = [
        PatronRow(
            given_name="Known",
            family_name=f"Player {n}",
            search_name=f"known player {n}",
            born_on=_born(n),
            created_at=BEFORE,
        )
        for n in range(count)
    ]
    session.add_all(people)
    session.flush()
    cards = [
        {"number": f"SB{n:08}", "patron_id": row.pk, "issued_at": BEFORE}
        for n, row in enumerate(people)
    ]
    session.execute(insert(PlayerCardRow), cards)


def _list(file: Path, count: int) -> None:
    """Half by card, half by name, birth date and how they are reached."""
    lines = ["Card,Given name,Family name,Born,E-mail,Phone"]
    for n in range(count // 2):
        lines.append(f"SB{n:08},,,,,")
        reached = f"new{n}@example.com,04{n:08}"
        lines.append(f",New,Player {n},{_born(n)},{reached}")
    file.write_text("\n".join(lines))


def _import(file: Path, rows: Path, count: int, clock: Clock = perf_counter) -> float:
    """Take the list; how long it took, reading it through included."""
    db = Database(f"sqlite:///{file}")
    said = Declaration(method=Method.CARD, version=1)
    act = Act(Actor("b", "B", "entries desk"), NOW)
    errand = Errand(db, SLUG, House(file.parent / "lists"), said, lambda: act)
    began = clock()
    staged = errand.stage(rows, Encoding.UTF_8)
    assert not isinstance(staged, Refused), staged
    run = errand.begin(staged, rows.name)
    assert not isinstance(run, Refused), run
    done: list[int] = []
    stopped = errand.take(run.pk, lambda progress: done.append(progress.entered))
    took = clock() - began
    db.engine.dispose()
    if stopped or done[-1] != count:
        raise RuntimeError(f"{done[-1:]} of {count} were entered. {stopped or ''}")
    return took


def _written(before: Path, after: Path) -> list[tuple[Table, list[dict[str, Any]]]]:
    """Every row that is in one house and not in the other, table by table."""
    old, new = Database(f"sqlite:///{before}"), Database(f"sqlite:///{after}")
    known = MetaData()
    known.reflect(new.engine)
    found = []
    with old.reading() as was, new.reading() as now:
        for table in known.sorted_tables:
            keys = [column.name for column in table.primary_key]
            earlier = was.connection().execute(select(table)).mappings()
            had = {tuple(row[key] for key in keys) for row in earlier}
            every = now.connection().execute(select(table)).mappings()
            more = [dict(r) for r in every if tuple(r[k] for k in keys) not in had]
            found += [(table, more)] if more else []
    old.engine.dispose()
    new.engine.dispose()
    return found


def _insert(file: Path, written: list[tuple[Table, list[dict[str, Any]]]]) -> float:
    """Insert those rows bare, in one transaction of a session of the house."""
    db = Database(f"sqlite:///{file}")
    began = perf_counter()
    with db.writing() as session:
        for table, rows in written:
            session.execute(insert(table), rows)
    took = perf_counter() - began
    db.engine.dispose()
    return took


def seconds_to_import(count: int, clock: Clock) -> float:
    """How long a list of so many takes."""
    with house_taking_entries(count) as file:
        rows = file.with_name("list.csv")
        _list(rows, count)
        return _import(file, rows, count, clock)


def measure(count: int = ENTRANTS) -> Measured:
    """The import beside the bare insert of the rows it wrote."""
    with house_taking_entries(count) as file:
        rows, bare = file.with_name("list.csv"), file.with_name("bare.sqlite3")
        spare = file.with_name("spare.sqlite3")
        _list(rows, count)
        shutil.copy(file, bare)
        shutil.copy(file, spare)
        took = _import(file, rows, count)
        return Measured(took, _insert(bare, _written(spare, file)))


BENCHMARK = Benchmark(
    name="entries-import",
    unit="s",
    against="the bare insert of every row it writes",
    goal=0.2,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
