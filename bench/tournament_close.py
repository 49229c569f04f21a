"""Closing a table of a session by its two counts, beside a page that shows nothing."""

from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from sqlmodel import Session

from bench import Benchmark, Better, Measured
from bench.floor import BOSS, SEATS, House, served
from bench.tournament import SLUG, EntrantsTablet, tournament
from house import clock
from house.audit import Actor
from house.floor.acts import Act
from house.floor.tables import services as tables
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.play import counting, standing

TABLES = 20
ENTRANTS = TABLES * len(SEATS)
OTHER = Actor("bench-2", "Bench Two", "supervisor")
BARE = "/desk/help"


def _measure() -> Measured:
    with tournament(TABLES, ENTRANTS) as found, served(found) as port:
        closed, bare = [], []
        for number in range(1, TABLES + 1):
            tablet = EntrantsTablet(port, found.token, number)
            tablet.round()
            _counted(found, number)
            bare.append(_timed(tablet, "GET", BARE))
            closed.append(_closed(tablet, number))
            tablet.line.close()
        return Measured(1000 * median(closed), 1000 * median(bare))


def _counted(found: House, number: int) -> None:
    """A table counted by one and confirmed by another."""
    with found.db.writing() as session:
        row = queries.get(session, SLUG, lock=True)
        assert row is not None
        for service, who in ((counting.count, BOSS), (counting.confirm, OTHER)):
            there, act = _there(session, row, number), Act(who, clock.now())
            verdict = service(session, row, there, there.expected, act)
            assert not isinstance(verdict, Refused), str(verdict)


def _there(session: Session, row: TournamentRow, number: int) -> counting.Table:
    table = tables.get(session, number)
    assert table is not None
    at = standing.at_table(session, table.pk, row.pk)
    assert at is not None
    return counting.look(session, at.row, table)


def _closed(tablet: EntrantsTablet, number: int) -> float:
    path = f"/desk/tournaments/{SLUG}/play/0/1/table/{number}/close"
    form = {
        "ground": "decided",
        "decided": "y",
        "cards": "52",
        "_key": f"close-{number:012}",
    }
    return _timed(tablet, "POST", path, urlencode(form))


def _timed(tablet: EntrantsTablet, method: str, path: str, body: str = "") -> float:
    """Seconds until an address answered."""
    typed = {"Content-Type": "application/x-www-form-urlencoded"}
    begun = perf_counter()
    tablet.line.request(method, path, body, tablet.headers | typed)
    answer = tablet.line.getresponse()
    said = answer.read()
    spent = perf_counter() - begun
    if answer.status not in {200, 303}:
        raise RuntimeError(f"{path} answered {answer.status}: {said[:2000]!r}")
    return spent


BENCHMARK = Benchmark(
    name="tournament-close",
    unit="ms",
    against="a page that asks the database for nobody but who looks",
    goal=0.5,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
