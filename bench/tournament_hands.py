"""The hands of `hands-http` at tournament tables, with ledger and gates."""

from statistics import median

from bench import Benchmark, Better, Measured
from bench.floor import House, house, served
from bench.hands_http import ALL_OF_A_STAGE, TABLES, committed
from bench.tablet import Tablet
from bench.tournament import EntrantsTablet, tournament

ENTRANTS = 44
TURNS = 3


def _measure() -> Measured:
    """Both by turns, so that whatever else the machine does meets both."""
    chips, money = [], []
    for _ in range(TURNS):
        with house(TABLES) as found:
            money.append(_played(found, Tablet))
        with tournament(TABLES, ENTRANTS) as found:
            chips.append(_played(found, EntrantsTablet))
    return Measured(median(chips), median(money))


def _played(found: House, kind: type[Tablet]) -> float:
    with served(found, workers=2) as port:
        return committed(port, found.token, ALL_OF_A_STAGE, kind)


BENCHMARK = Benchmark(
    name="tournament-hands-http",
    unit="actions/s",
    against="the same hands at money tables in the same run",
    goal=0.8,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
