"""Fifty changes at one instant, beside the same changes one after another."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import house, served
from bench.tablet import Tablet

CHANGES = 50  # each at a table of its own
GOES = 10


def at_once(tablets: list[Tablet]) -> float:
    """Changes a second when all of them are sent at the same instant."""
    gate = Barrier(len(tablets) + 1)

    def tap(tablet: Tablet) -> None:
        gate.wait()
        tablet.step()

    with ThreadPoolExecutor(len(tablets)) as hands:
        sent = [hands.submit(tap, tablet) for tablet in tablets]
        gate.wait()
        begun = perf_counter()
        for one in sent:
            one.result()
        return len(tablets) / (perf_counter() - begun)


def one_after_another(tablets: list[Tablet]) -> float:
    """Changes a second when each waits for the one before."""
    begun = perf_counter()
    for tablet in tablets:
        tablet.step()
    return len(tablets) / (perf_counter() - begun)


def _measure() -> Measured:
    with house(CHANGES) as found, served(found, workers=2) as port:
        tablets = [
            Tablet(port, found.token, number, most=1)
            for number in range(1, CHANGES + 1)
        ]
        one_after_another(tablets)  # every table opens its round
        # Tap by tap through the round, by turns: a busy moment meets both.
        turns = [(one_after_another(tablets), at_once(tablets)) for _ in range(GOES)]
        return Measured(max(turn[1] for turn in turns), max(turn[0] for turn in turns))


BENCHMARK = Benchmark(
    name="burst",
    unit="changes/s",
    against="the same changes one after another",
    goal=0.8,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
