"""What the house holds in memory while herd after herd returns."""

import re
from pathlib import Path
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.crowd import together
from bench.floor import house, served
from bench.herd import TABLES, good, herd

MINUTE = 60.0
RESIDENT = re.compile(r"VmRSS:\s+(\d+) kB")


def megabytes(port: int) -> float:
    """What every process that serves this port holds."""
    held = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_text().split("\0")
            status = (process / "status").read_text()
        except OSError:  # it has just ended
            continue
        if {"--port", str(port)} <= set(words) and (found := RESIDENT.search(status)):
            held += int(found[1])
    return held / 1024


def _measure() -> Measured:
    with house(TABLES) as found, served(found, workers=2) as port:
        everybody, after = herd(found), []
        for _minute in range(2):
            begun = perf_counter()
            while perf_counter() - begun < MINUTE:
                good(together(port, everybody))
            after.append(megabytes(port))
        return Measured(after[1], after[0])


BENCHMARK = Benchmark(
    name="herd-memory",
    unit="MB",
    against="the same after the first minute",
    goal=0.95,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
