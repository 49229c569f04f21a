"""Asking for the odds as `flask game odds`, beside the bare module asked the same."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bench import Benchmark, Better, Measured
from bench.timing import seconds_by_turns

QUESTION = ["odds", "--rulebook", "CROWN3", "--game", "mississippi_stud"]
FLASK = str(Path(sys.executable).with_name("flask"))


def _run(*command: str) -> Callable[[], bytes]:
    def run() -> bytes:
        done = subprocess.run(  # noqa: S603
            [*command, *QUESTION], check=True, capture_output=True
        )
        return done.stdout

    return run


def _measure() -> Measured:
    by_flask, by_module = _run(FLASK, "game"), _run(sys.executable, "-m", "game.cli")
    if by_flask() != by_module():  # and both are compiled before they are timed
        raise RuntimeError("`flask game odds` and the bare module do not agree.")
    return Measured(*seconds_by_turns(by_flask, by_module, goes=7))


BENCHMARK = Benchmark(
    name="start-cli",
    unit="s",
    against="the same question to the bare module, python -m game.cli odds",
    goal=0.5,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
