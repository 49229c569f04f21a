"""Firing what is due, each deadline in a transaction of its own."""

from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.ticks import DUE, NOW, house_with_deadlines
from house.db import Database
from house.notices.deadlines import run_due

BARE = "UPDATE deadline SET fired_at = ? WHERE id = ?"


def bare(db: Database) -> float:
    """Seconds for as many commits of one row each by the driver alone."""
    raw = db.engine.raw_connection()
    start = perf_counter()
    for number in range(2 * DUE, 3 * DUE):
        raw.cursor().execute("BEGIN IMMEDIATE")
        raw.cursor().execute(BARE, (NOW.isoformat(), number))
        raw.commit()
    spent = perf_counter() - start
    raw.close()
    return spent


def _measure() -> Measured:
    with house_with_deadlines() as db:
        start = perf_counter()
        fired = run_due(db, NOW, DUE).fired
        spent = perf_counter() - start
        if fired != DUE:
            raise RuntimeError(f"{fired} of {DUE} deadlines fired.")
        return Measured(DUE / spent, DUE / bare(db))


BENCHMARK = Benchmark(
    name="tick-fire",
    unit="fired/s",
    against="commits of one row by the database driver alone",
    goal=300,
    better=Better.HIGHER,
    goal_is_ratio=False,
    measure=_measure,
)
