"""A thousand phones with the standings open while a hundred tables play: the slowest.

`viewers-hands` measures what the same phones cost the tables.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import House, served
from bench.hundred_tables import SECONDS, TABLES, play
from bench.standings import NO_MEASURE
from bench.tablet import Tablet
from bench.tournament import EntrantsTablet, tournament

ENTRANTS = 10_000
VIEWERS = 1_000


@dataclass(frozen=True, slots=True)
class Watched:
    """The slowest answer a phone got, and how many actions a second were committed."""

    slowest: float
    rate: float


def watched(found: House, viewers: int) -> Watched:
    """The tables play at their pace while so many phones watch."""
    free = {"PUBLIC_AT_ONCE": str(NO_MEASURE), "PUBLIC_A_SECOND": str(NO_MEASURE)}
    with served(found, workers=2, **free) as port:  # all phones have one address here
        kind = EntrantsTablet
        tablets: list[Tablet] = [
            kind(port, found.token, number, most=1) for number in range(1, TABLES + 1)
        ]
        with _phones(port, viewers) as phones:
            begun = perf_counter()
            play(tablets)
            spent = perf_counter() - begun
        told, _ = phones.communicate()
        if phones.returncode:
            raise RuntimeError("The phones were not answered.")
        slowest = float(told.split()[1])
    return Watched(slowest, sum(tablet.actions for tablet in tablets) / spent)


@contextmanager
def _phones(port: int, viewers: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.viewers"]
    command += [str(port), str(viewers), str(SECONDS)]
    phones = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        yield phones
    except BaseException:
        phones.kill()
        raise


def _measure() -> Measured:
    """Beside one phone alone with the same tables."""
    with tournament(TABLES, ENTRANTS) as found:
        alone = watched(found, 1)
    with tournament(TABLES, ENTRANTS) as found:
        crowd = watched(found, VIEWERS)
    return Measured(1000 * crowd.slowest, 1000 * alone.slowest)


BENCHMARK = Benchmark(
    name="standings-viewers",
    unit="ms slowest",
    against="the slowest answer of a single phone while the same tables play",
    goal=1000,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
