"""Ten times as many entrants on a list take at most twelve times as long."""

from time import process_time

from bench import Benchmark, Better, Measured
from bench.entries_import import ENTRANTS, seconds_to_import


def measure(count: int = ENTRANTS) -> Measured:
    """A list beside one of a tenth of its length, by the processor's clock."""
    few = min(seconds_to_import(count // 10, process_time) for _ in range(3))
    return Measured(seconds_to_import(count, process_time), few)


BENCHMARK = Benchmark(
    name="entries-linear",
    unit="s",
    against="a tenth of the entrants",
    goal=1 / 12,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
