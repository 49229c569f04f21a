"""Finding the thousand deadlines that are due among a hundred thousand."""

from bench import Benchmark, Better, Measured
from bench.ticks import DUE, NOW, house_with_deadlines
from bench.timing import seconds
from house.db import Database
from house.notices.deadlines import find_due

BARE = (
    "SELECT id, kind FROM deadline WHERE fired_at IS NULL AND called_off_at IS NULL "
    "AND try_at <= ? ORDER BY try_at, id LIMIT ?"
)


def bare(db: Database) -> list[tuple[int, str]]:
    """The same rows by the driver alone, through the same index."""
    raw = db.engine.raw_connection()
    try:
        at = NOW.replace(tzinfo=None).isoformat(" ", "microseconds")
        return list(raw.cursor().execute(BARE, (at, DUE)).fetchall())
    finally:
        raw.close()


def _measure() -> Measured:
    with house_with_deadlines() as db:
        if list(find_due(db, NOW, DUE)) != bare(db):
            raise RuntimeError("The tick and the bare query found different deadlines.")
        found = seconds(lambda: find_due(db, NOW, DUE), 15)
        return Measured(found * 1000, seconds(lambda: bare(db), 15) * 1000)


BENCHMARK = Benchmark(
    name="tick-find",
    unit="ms",
    against="the same rows by the database driver alone",
    goal=1 / 3,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
