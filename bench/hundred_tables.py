"""A hundred tables at a round a minute each, on one machine, tap by tap."""

import random
import threading
from time import perf_counter, sleep

from bench import Benchmark, Better, Measured
from bench.floor import House, house, served
from bench.tablet import Tablet

TABLES = 100
MINUTE = 60.0
SECONDS = 40.0
HANDS = 12  # threads that tap for the dealers of all tables


def _measure() -> Measured:
    with house(TABLES) as found:
        return tapped(found, Tablet)


def tapped(found: House, kind: type[Tablet]) -> Measured:
    """The wait for a tap at all tables of a house, beside one while nobody plays."""
    with served(found, workers=2) as port:
        tablets = [
            kind(port, found.token, number, most=1) for number in range(1, TABLES + 1)
        ]
        tablets[0].round()
        alone = sorted(tablets[0].waits)[len(tablets[0].waits) // 2]
        tablets[0].waits.clear()
        play(tablets)
        waits = sorted(wait for tablet in tablets for wait in tablet.waits)
        return Measured(1000 * waits[int(len(waits) * 0.99)], 1000 * alone)


def play(tablets: list[Tablet]) -> None:
    """Each table plays a round a minute, its taps spread over the minute."""
    begun = perf_counter()
    chance = random.Random(7)  # noqa: S311  the same taps every time
    starts = [chance.uniform(0, SECONDS - 20) for _ in tablets]
    lanes = [
        threading.Thread(target=_lane, args=(lane, tablets, starts, begun))
        for lane in range(HANDS)
    ]
    for thread in lanes:
        thread.start()
    for thread in lanes:
        thread.join()


def _lane(lane: int, tablets: list[Tablet], starts: list[float], begun: float) -> None:
    """One hand taps for every twelfth table, whichever is due next."""
    mine = {n: starts[n] for n in range(lane, len(tablets), HANDS)}
    between = MINUTE / 18
    while True:
        number = min(mine, key=lambda n: mine[n])
        if mine[number] > SECONDS:
            return
        sleep(max(0.0, begun + mine[number] - perf_counter()))
        tablets[number].step()
        mine[number] += between


BENCHMARK = Benchmark(
    name="hundred-tables",
    unit="ms p99",
    against="the median tap while nobody else plays",
    goal=250,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
