"""A hundred winners beside a public sampler that ranks everybody by a hash."""

from importlib import import_module

from bench import Benchmark, Better, Measured
from bench.frozen_list import draw_seconds, people
from bench.timing import seconds

HOLDERS = 100_000
WINNERS = 100


def measure() -> Measured:
    """Draws a second, of the house and of the sampler, from the same list."""
    sampler = import_module("consistent_sampler").sampler
    refs = [ref for ref, _ in people(HOLDERS)]
    peer = seconds(lambda: list(sampler(refs, 314159, take=WINNERS)), goes=2)
    return Measured(1 / draw_seconds(WINNERS, HOLDERS), 1 / peer)


BENCHMARK = Benchmark(
    name="draw-100-peer",
    unit="draws/s",
    against="consistent-sampler on the same 100,000 holders",
    goal=50,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=measure,
)
