"""Ten thousand winners from a million holders, a winner's cost beside a hundred's."""

from bench import Benchmark, Better, Measured
from bench.frozen_list import draw_seconds

WINNERS, FEW = 10_000, 100


def measure() -> Measured:
    """The microseconds a winner costs when there are many, and when there are few."""
    many, few = draw_seconds(WINNERS), draw_seconds(FEW)
    return Measured(1e6 * many / WINNERS, 1e6 * few / FEW)


BENCHMARK = Benchmark(
    name="draw-10000",
    unit="µs a winner",
    against="a winner of a hundred from the same list",
    goal=100,  # ten thousand of them in a second
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=measure,
)
