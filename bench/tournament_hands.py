"""The hands of `hands-http` at tournament tables, with ledger and gates."""

from bench import Benchmark, Better, Measured
from bench.floor import house, served
from bench.hands_http import ALL_OF_A_STAGE, TABLES, committed
from bench.tournament import EntrantsTablet, tournament

ENTRANTS = 44


def _measure() -> Measured:
    with house(TABLES) as found, served(found, workers=2) as port:
        money = committed(port, found.token, ALL_OF_A_STAGE)
    with tournament(TABLES, ENTRANTS) as found, served(found, workers=2) as port:
        chips = committed(port, found.token, ALL_OF_A_STAGE, EntrantsTablet)
    return Measured(chips, money)


BENCHMARK = Benchmark(
    name="tournament-hands-http",
    unit="actions/s",
    against="the same hands at money tables in the same run",
    goal=0.8,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
