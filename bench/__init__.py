"""How fast the house is: every figure beside a baseline measured in the same run.

A benchmark is a function that measures a value and a baseline. It is never a test:
a busy machine makes figures worse, not wrong. Each area of the house has a module
here that is read when its benchmarks are asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any

# The module that measures each benchmark.
AREAS = {
    "evaluate-batch": "bench.hands",
    "odds-exact": "bench.odds",
    "settle-cli": "bench.settle",
    "import-game": "bench.imports",
    "start-cli": "bench.start_cli",
    "tick-find": "bench.tick_find",
    "tick-fire": "bench.tick_fire",
    "hands-http": "bench.hands_http",
    "taps-http": "bench.taps_http",
    "console-page": "bench.console_page",
    "hundred-tables": "bench.hundred_tables",
    "tournament-hands-http": "bench.tournament_hands",
    "tournament-console": "bench.tournament_console",
    "hundred-tournament-tables": "bench.tournament_tables",
    "tournament-close": "bench.tournament_close",
    "standings": "bench.standings",
    "standings-again": "bench.standings_again",
    "standings-viewers": "bench.standings_viewers",
    "viewers-hands": "bench.viewers_hands",
    "stage-close": "bench.stage_close",
    "burst": "bench.burst",
    "full-floor": "bench.full_floor",
    "herd": "bench.herd",
    "herd-memory": "bench.herd_memory",
    "mended": "bench.mended",
    "balance": "bench.balance",
    "seat-draw": "bench.seat_draw",
    "draw-linear": "bench.draw_linear",
    "entries-page": "bench.entries_page",
    "entries-import": "bench.entries_import",
    "entries-linear": "bench.entries_linear",
    "terms-pdf": "bench.terms_pdf",
    "pack": "bench.pack",
    "draw-100": "bench.draw_100",
    "draw-100-peer": "bench.draw_100_peer",
    "draw-10000": "bench.draw_10000",
    "verify": "bench.verify_draw",
    "tickets-import": "bench.tickets_import",
    "freeze": "bench.freeze",
}


class Better(StrEnum):
    """Which way a figure should go."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Measured:
    """A value and the baseline it was measured beside."""

    value: float
    baseline: float


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One thing worth measuring, what it is held against, and its goal."""

    name: str
    unit: str
    against: str
    goal: float
    better: Better
    goal_is_ratio: bool
    measure: Callable[[], Measured]

    def run(self) -> dict[str, Any]:
        """Measure once and judge the figure by its goal."""
        found = self.measure()
        up = self.better is Better.HIGHER
        ratio = found.value / found.baseline if up else found.baseline / found.value
        if self.goal_is_ratio:
            ok = ratio >= self.goal
        else:
            ok = found.value >= self.goal if up else found.value <= self.goal
        return {
            "name": self.name,
            "value": _short(found.value),
            "unit": self.unit,
            "baseline": _short(found.baseline),
            "against": self.against,
            "ratio": _short(ratio),
            "goal": self.goal,
            "ok": ok,
        }


def benchmark(name: str) -> Benchmark:
    """The benchmark of this name."""
    found = import_module(AREAS[name]).BENCHMARK
    if not isinstance(found, Benchmark) or found.name != name:
        raise LookupError(f"{AREAS[name]} does not measure {name}.")
    return found


def run(names: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
    """Run these benchmarks one after another, or all of them."""
    for name in tuple(names) or tuple(AREAS):
        yield benchmark(name).run()


def _short(figure: float) -> float:
    """Four significant digits: more would only be noise."""
    return float(f"{figure:.4g}")
