"""The actions of a hundred tables while a thousand phones watch the standings."""

from bench import Benchmark, Better, Measured
from bench.hundred_tables import TABLES
from bench.standings_viewers import ENTRANTS, VIEWERS, watched
from bench.tournament import tournament


def _measure() -> Measured:
    with tournament(TABLES, ENTRANTS) as found:
        alone = watched(found, 1)
    with tournament(TABLES, ENTRANTS) as found:
        crowd = watched(found, VIEWERS)
    return Measured(crowd.rate, alone.rate)


BENCHMARK = Benchmark(
    name="viewers-hands",
    unit="actions/s",
    against="the same tables while one phone watches",
    goal=0.9,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
