"""A hundred tables of one tournament with ten thousand entrants, tap by tap."""

from bench import Benchmark, Better, Measured
from bench.hundred_tables import TABLES, tapped
from bench.tournament import EntrantsTablet, tournament

ENTRANTS = 10_000


def _measure() -> Measured:
    with tournament(TABLES, ENTRANTS) as found:
        return tapped(found, EntrantsTablet)


BENCHMARK = Benchmark(
    name="hundred-tournament-tables",
    unit="ms p99",
    against="the median tap while nobody else plays",
    goal=250,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
