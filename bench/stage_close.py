"""Closing a stage of ten thousand and drawing the next, beside the bare writes."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from sqlalchemy import bindparam, insert, make_url, update
from sqlmodel import Session, col, select

from bench import Benchmark, Better, Measured
from bench.floor import BOSS, SEATS, House, bare_house
from bench.tournament import SLUG, entered
from house import clock
from house.floor.acts import Act
from house.floor.models import TableRow
from house.sealing import Seal
from rulebook import Refused
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.play.models import (
    Counting,
    CountRow,
    PlaySessionRow,
    SessionTableRow,
    TableClosedRow,
)
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.occasion import Occasion
from tournaments.rules.stages import GoesOn
from tournaments.rules.terms import Terms
from tournaments.seating import drawing
from tournaments.seating.models import SeatDrawRow, SeatRow
from tournaments.stages import closing
from tournaments.stages.models import StageClosedRow

ENTRANTS, TABLES = 10_000, 100
FULL = TABLES * len(SEATS)  # who play in one session
SESSIONS = -(-ENTRANTS // FULL)
GOES_ON = 2  # of each table
GOES = 5


def _terms(starts: datetime) -> Terms:
    """Heats in as many sessions as it takes, and a second stage for who goes on."""
    made = next(t for t in TEMPLATES if t.key == "heats").terms(
        Occasion(starts, "Bench House")
    )
    hours = [starts + timedelta(hours=n) for n in range(2 * SESSIONS)]
    heats, final = made.format.stages.stages[0], made.format.stages.stages[-1]
    seats, rule = len(SEATS), GoesOn(top_per_table=GOES_ON)
    heats = replace(heats, tables=TABLES, seats=seats, minutes=50, goes_on=rule)
    first = replace(heats, name="Heats", starts=tuple(hours[:SESSIONS]))
    next_ = replace(heats, name="Round two", starts=tuple(hours[SESSIONS:]))
    stages = replace(made.format.stages, stages=(first, next_, final))
    return replace(made, format=replace(made.format, stages=stages))


@contextmanager
def played(entrants: int = ENTRANTS) -> Iterator[House]:
    """A house where every table of the heats is closed by two counts."""
    with bare_house(TABLES) as found:
        act = Act(BOSS, clock.now() - timedelta(days=2))
        with found.db.writing() as session:
            row = entered(session, _terms(act.now), TABLES, entrants, act)
            _counted(session, row, act)
        yield found


def _counted(session: Session, row: TournamentRow, act: Act) -> None:
    signed: dict[str, Any] = {"at": act.now, "by": act.by.id, "by_name": act.by.name}
    floor = session.exec(select(TableRow).order_by(col(TableRow.number))).all()
    tables = [table.pk for table in floor]
    entries = session.exec(select(col(EntryRow.id)).order_by(col(EntryRow.id))).all()
    for number, everybody in enumerate(_by(FULL, entries), start=1):
        about: dict[str, Any] = {
            "tournament_id": row.pk,
            "stage_at": 0,
            "session": number,
        }
        playing = PlaySessionRow(plan={"called": "heats"}, **about, **signed)
        session.add(playing)
        session.flush()
        for table, seated in zip(tables, _by(len(SEATS), everybody), strict=False):
            _closed(session, (playing.pk, table), seated, signed)


def _by(size: int, entries: Sequence[int | None]) -> Iterator[Sequence[int | None]]:
    """Entries by so many."""
    return (entries[at : at + size] for at in range(0, len(entries), size))


def _closed(
    session: Session,
    where: tuple[int, int],
    seated: Sequence[int | None],
    signed: dict[str, Any],
) -> None:
    """A table that was counted: the stacks of two players are never level."""
    at = SessionTableRow(
        session_id=where[0], table_id=where[1], after_round=0, first_seat=1, **signed
    )
    session.add(at)
    session.flush()
    stacks = {str(entry): 1_000 + (entry or 0) for entry in seated}
    count = CountRow(
        session_table_id=at.pk,
        which=Counting.CONFIRM,
        rack_chips=0,
        stacks=stacks,
        **signed,
    )
    session.add(count)
    session.flush()
    session.add(
        TableClosedRow(
            session_table_id=at.pk, count_id=count.pk, variance_chips=0, **signed
        )
    )


def close_and_draw(found: House) -> None:
    """Close the heats, and draw and release the seats of the stage after.

    Each act has a transaction of its own, as in the house.
    """
    act, seal = Act(BOSS, clock.now()), Seal((found.secret,))
    for service, *given in (
        (closing.close, 0, act),
        (drawing.fix, act, seal),
        (drawing.hold, "harbour", act, seal),
        (drawing.confirm, act),
        (drawing.release, act),
    ):
        with found.db.writing() as session:
            verdict = service(session, _row(session), *given)
            if isinstance(verdict, Refused):
                raise TypeError(str(verdict))


def _row(session: Session) -> TournamentRow:
    row = queries.get(session, SLUG, lock=True)
    assert row is not None
    return row


def write(found: House, entrants: int) -> None:
    """The same rows without asking anything: the closing, who is out, the next seats.

    Of the record, which hashes every act, nothing is written here.
    """
    now, size = clock.now(), len(SEATS)
    on = [n for n in range(1, entrants + 1) if (n - 1) % size >= size - GOES_ON]
    out = sorted({*range(1, entrants + 1)} - {*on})
    with found.db.writing() as session:
        _close(session, on, out, now)
    with found.db.writing() as session:
        drawn = _draw(session, on, now)
        seat = {"draw_id": drawn, "session": 9, "seat": 1}
        seats = [{**seat, "entry_id": n, "table_number": n} for n in on]
        session.execute(insert(SeatRow), seats)


def _close(session: Session, on: list[int], out: list[int], now: datetime) -> None:
    table = EntryRow.__table__  # type: ignore[attr-defined]
    one = update(table).where(table.c.id == bindparam("entry"))
    state = EntryState.ELIMINATED
    gone = one.values(state=state, changed_at=now, version=table.c.version + 1)
    session.connection().execute(gone, [{"entry": n} for n in out])
    said = "Table 1 of session 1: two places by stack: "
    both = "entry {0} with {0} and entry {0} with {0}."
    says = [said + both.format(1_000 + n) for n in on[::GOES_ON]]
    _closing(session, (on, out, says), now)


def _closing(
    session: Session, told: tuple[list[int], list[int], list[str]], now: datetime
) -> None:
    """The closing with its lists and a sentence for each table."""
    on, out, says = told
    row = StageClosedRow(
        tournament_id=_row(session).pk,
        stage_at=0,
        number=1,
        through=on,
        out={str(n): 1_000 + n for n in out},
        says=says,
        at=now,
        by="bench",
        by_name="B",
    )
    session.add(row)
    session.flush()


def _draw(session: Session, on: list[int], now: datetime) -> int:
    """A draw of the next stage, with its list of entries and places."""
    row = SeatDrawRow(
        tournament_id=_row(session).pk,
        number=2,
        stage_at=1,
        header={"entries": on, "places": [[1, n, 1] for n in on]},
        commitment="0" * 64,
        sealed=b"",
        fixed_at=now,
        fixed_by="bench",
        fixed_by_name="B",
    )
    session.add(row)
    session.flush()
    return row.pk


def _seconds(found: House, before: Path, work: Callable[[House], None]) -> float:
    """How long the processor works, from the house as it was."""
    found.db.engine.dispose()
    shutil.copyfile(before, _file(found))
    begun = process_time()
    work(found)
    return process_time() - begun


def _copied(found: House) -> Path:
    """The house as it is now, beside it."""
    found.db.engine.dispose()  # the last to leave writes everything into the file
    return Path(shutil.copyfile(_file(found), _file(found).with_suffix(".before")))


def _file(found: House) -> Path:
    return Path(make_url(found.url).database or "")


def _measure(entrants: int = ENTRANTS) -> Measured:
    """By the processor's clock: nothing waits for a disk, and no neighbour counts."""
    with played(entrants) as found:
        kept, bare = _copied(found), partial(write, entrants=entrants)
        goes = [
            [_seconds(found, kept, work) for work in (close_and_draw, bare)]
            for _ in range(GOES)
        ]
    return Measured(*map(min, zip(*goes, strict=True)))


BENCHMARK = Benchmark(
    name="stage-close",
    unit="s",
    against="the same rows written without asking anything",
    goal=0.333,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
