"""The console of a tournament table after hundreds of hands of its session."""

from bench import Benchmark, Better, Measured
from bench.console_page import pages
from bench.floor import served
from bench.tournament import EntrantsTablet, tournament

FEW, MANY = 5, 500


def _measure() -> Measured:
    with tournament(2, 44) as found, served(found) as port:
        played = ((1, MANY), (2, FEW))
        many, few = pages([_played(port, found.token, *each) for each in played])
        return Measured(1000 * many, 1000 * few)


def _played(port: int, token: str, number: int, hands: int) -> EntrantsTablet:
    """A tablet of a table after so many hands."""
    tablet = EntrantsTablet(port, token, number)
    for _ in range(hands):
        tablet.round()
    return tablet


BENCHMARK = Benchmark(
    name="tournament-console",
    unit="ms",
    against=f"the same page of a table with {FEW} hands behind it",
    goal=0.9,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
