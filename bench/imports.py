"""Importing the engine in a process that has just begun."""

from bench import Benchmark, Better, Measured
from bench.timing import seconds_in_fresh_process

ENGINE = "import game, game.games"


def _measure() -> Measured:
    return Measured(
        seconds_in_fresh_process("", ENGINE),
        seconds_in_fresh_process("", "import numpy"),
    )


BENCHMARK = Benchmark(
    name="import-game",
    unit="s",
    against="importing numpy, which the engine does without",
    goal=0.3,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
