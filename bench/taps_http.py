"""Actions of rounds committed through HTTP, each in a request of its own."""

from functools import partial

from bench import Benchmark, Better
from bench.hands_http import AGAINST, measured

BENCHMARK = Benchmark(
    name="taps-http",
    unit="actions/s",
    against=AGAINST,
    goal=0.25,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=partial(measured, most=1),
)
