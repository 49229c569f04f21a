"""The console of a tournament table after hundreds of hands of its session."""

from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import served
from bench.tournament import EntrantsTablet, tournament

FEW, MANY = 5, 500
GOES = 40


def _measure() -> Measured:
    with tournament(2, 44) as found, served(found) as port:
        tablets = [EntrantsTablet(port, found.token, number) for number in (1, 2)]
        for tablet, hands in zip(tablets, (MANY, FEW), strict=True):
            for _ in range(hands):
                tablet.round()
        many, few = (_best(t, f"/desk/tables/{t.number}/console") for t in tablets)
        return Measured(1000 * many, 1000 * few)


def _best(tablet: EntrantsTablet, page: str) -> float:
    """Seconds for a page at its best."""
    tablet.line.close()  # the server does not wait this long for more
    best = float("inf")
    for _ in range(GOES):
        begun = perf_counter()
        status, _, _ = tablet.get(page)
        best = min(best, perf_counter() - begun)
        if status != 200:
            raise RuntimeError(f"{page} answered {status}.")
    return best


BENCHMARK = Benchmark(
    name="tournament-console",
    unit="ms",
    against=f"the same page of a table with {FEW} hands behind it",
    goal=0.9,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
