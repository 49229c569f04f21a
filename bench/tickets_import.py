"""A list that gives ten million tickets to a million holders, as it is taken.

Held against the bare writing of as many rows, ready made.
"""

from bench import Benchmark, Better, Measured
from bench.ticket_house import (
    HOLDERS,
    bare_seconds,
    house_with_patrons,
    taken,
    written,
)


def measure(holders: int = HOLDERS) -> Measured:
    """Rows a second of a list, and of the bare insert."""
    with house_with_patrons(holders) as (db, folder):
        batch, seconds = taken(db, written(folder, holders))
        assert batch.taken == holders, "Every row is taken."
        return Measured(holders / seconds, holders / bare_seconds(db, holders))


BENCHMARK = Benchmark(
    name="tickets-import",
    unit="rows/s",
    against="the bare insert of as many rows",
    goal=0.15,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=measure,
)
