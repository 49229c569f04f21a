"""Actions of rounds committed through HTTP, those of a stage in one request.

`taps-http` measures the same with each action in a request of its own.
"""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.floor import House, house, served
from bench.tablet import Tablet
from house import clock
from house.floor.rounds.models import Seating, SeatRow

TABLES = 4
SECONDS = 6
COMMITS = 600
ALL_OF_A_STAGE = 40
AGAINST = "commits of a single row by a session alone, on the same database"


def committed(port: int, token: str, most: int, kind: type[Tablet] = Tablet) -> float:
    """Actions a second at several tables at once, for some seconds."""
    tablets = [kind(port, token, number, most=most) for number in range(1, TABLES + 1)]
    with ThreadPoolExecutor(TABLES) as together:
        list(together.map(Tablet.round, tablets))  # compiled, cached, connected
        before = sum(tablet.actions for tablet in tablets)
        begun = perf_counter()
        list(together.map(lambda tablet: _for_a_while(tablet, begun), tablets))
        spent = perf_counter() - begun
    return (sum(tablet.actions for tablet in tablets) - before) / spent


def _for_a_while(tablet: Tablet, begun: float) -> None:
    while perf_counter() - begun < SECONDS:
        tablet.step()


def bare(found: House, go: str) -> float:
    """Commits a second of one row each, by the session everything is written with."""
    now = clock.now()
    begun = perf_counter()
    for number in range(COMMITS):
        with found.db.writing() as session:
            session.add(
                SeatRow(
                    table_id=1,
                    seat=1,
                    happened=Seating.LEAVE,  # nobody sits down in their midst
                    player="Nobody",
                    at=now,
                    by="bench",
                    key=f"bench-bare-{go}-{number}",
                )
            )
    return COMMITS / (perf_counter() - begun)


def measured(most: int = ALL_OF_A_STAGE) -> Measured:
    """Actions through HTTP, beside bare commits before or after: the better of both."""
    with house(TABLES) as found:
        before = bare(found, "before")
        with served(found, workers=2) as port:
            through = committed(port, found.token, most)
        return Measured(through, max(before, bare(found, "after")))


BENCHMARK = Benchmark(
    name="hands-http",
    unit="actions/s",
    against=AGAINST,
    goal=0.4,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=measured,
)
