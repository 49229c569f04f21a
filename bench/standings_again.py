"""The standings of ten thousand, worked out again after a hand."""

from statistics import median
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import served
from bench.standings import ENTRANTS, TABLES, asks, opened
from bench.tournament import EntrantsTablet, tournament

HANDS = 7


def _measure() -> Measured:
    with (
        tournament(TABLES, ENTRANTS) as found,
        served(found) as port,
        opened(found, watch_seconds=0) as app,
    ):
        tablet, page = EntrantsTablet(port, found.token, 1), asks(app, times=1)
        again: list[float] = []
        same: list[float] = []
        page()
        for _ in range(HANDS):
            tablet.round()
            for spent in (again, same):
                begun = perf_counter()
                page()
                spent.append(1000 * (perf_counter() - begun))
        return Measured(median(again), median(same))


BENCHMARK = Benchmark(
    name="standings-again",
    unit="ms",
    against="the same page when no hand was played in between",
    goal=100,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
