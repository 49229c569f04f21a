"""Drawing seats for ten thousand entrants, forty of them kept apart, into the house."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from sqlalchemy import insert
from sqlmodel import Session, select

from bench import Benchmark, Better, Measured
from bench.timing import seconds_by_turns
from house import migrate
from house.db import Database
from house.documents.models import DocumentRow
from proof.commitments import commitment
from tournaments.models import EntryRow, TournamentRow
from tournaments.rules import seat_draw
from tournaments.rules.seat_draw import Lists, Occasion
from tournaments.rules.seat_repair import Place
from tournaments.rules.terms import Terms
from tournaments.seating import drawing
from tournaments.seating.models import SeatDrawRow, SeatRow

NOW = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
ENTRANTS = 10_000
SEATS, TABLES = 6, 200
SECRET = bytes(32)


@contextmanager
def house_with_entrants(count: int) -> Iterator[Database]:
    """A migrated SQLite house with a tournament whose list is fixed."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        db = Database(url)
        with db.writing() as session:
            _fixed(session, _entered(session, count), count)
        yield db
        db.engine.dispose()


def _entered(session: Session, count: int) -> TournamentRow:
    tournament = TournamentRow(
        slug="bench",
        name="Bench",
        draft=Terms().to_data(),
        rulebook="CROWN3",
        edition="3",
        created_at=NOW,
        created_by="b",
        created_by_name="B",
        saved_at=NOW,
        saved_by="b",
        saved_by_name="B",
    )
    document = DocumentRow(
        kind="bench",
        subject_id=1,
        number=1,
        title="Terms",
        content=b"{}",
        sha256="0" * 64,
        published_at=NOW,
        published_by="b",
        published_by_name="B",
    )
    session.add_all((tournament, document))
    session.flush()
    entry = {
        "tournament_id": tournament.pk,
        "document_id": document.pk,
        "name": "Somebody",
        "accepted_at": NOW,
        "entered_at": NOW,
        "entered_by": "b",
        "entered_by_name": "B",
    }
    rows = [{**entry, "number": number} for number in range(1, count + 1)]
    session.execute(insert(EntryRow), rows)
    return tournament


def _fixed(session: Session, tournament: TournamentRow, count: int) -> None:
    places = tuple(
        Place(at // (SEATS * TABLES) + 1, at // SEATS % TABLES + 1, at % SEATS + 1)
        for at in range(count)
    )
    apart = tuple((n, n + count // 2) for n in range(1, 21))
    lists = Lists(tuple(range(1, count + 1)), places, apart=apart)
    session.add(
        SeatDrawRow(
            tournament_id=tournament.pk,
            number=1,
            header=seat_draw.header(Occasion("bench", 1, 0, ""), lists, SECRET),
            commitment=commitment(SECRET),
            sealed=b"",
            fixed_at=NOW,
            fixed_by="b",
            fixed_by_name="B",
        )
    )


def draw(session: Session) -> None:
    """Draw the seats of everybody on the list."""
    tournament = session.exec(select(TournamentRow)).one()
    row = session.exec(select(SeatDrawRow)).one()
    drawn = drawing.draw(session, tournament, row, SECRET, "harbour")
    session.flush()
    if not isinstance(drawn, seat_draw.Drawn):
        raise TypeError(drawn.wrong)


def _insert(session: Session, count: int) -> None:
    rows = [
        {"draw_id": 1, "entry_id": n, "session": 1, "table_number": n, "seat": 1}
        for n in range(1, count + 1)
    ]
    session.execute(insert(SeatRow), rows)


def undone(db: Database, work: Callable[[Session], None]) -> None:
    """Do the work and take it back, so that the next go finds the same house."""
    with db.writing() as session:
        work(session)
        session.rollback()


def measure(count: int = ENTRANTS) -> Measured:
    """The draw of so many beside the bare insert of as many seats.

    By the processor's clock: nothing waits for a disk, and no neighbour counts.
    """
    with house_with_entrants(count) as db:
        value, baseline = seconds_by_turns(
            lambda: undone(db, draw),
            lambda: undone(db, lambda session: _insert(session, count)),
            clock=process_time,
        )
    return Measured(value, baseline)


BENCHMARK = Benchmark(
    name="seat-draw",
    unit="s",
    against="the bare insert of as many seats",
    goal=0.333,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
