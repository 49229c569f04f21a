"""Finding an entry among ten thousand, and the page of a tournament with fifty."""

from datetime import UTC, datetime
from time import perf_counter

from sqlalchemy import insert
from sqlmodel import Session

from bench import Benchmark, Better, Measured
from bench.floor import House, house, served
from bench.tablet import Tablet
from house.documents.models import DocumentRow
from house.people.patrons.models import PatronRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path.entry_list import PAGE
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms

FEW, MANY = PAGE, 10_000
GOES = 15
NOW = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
PAGES = (
    "/desk/tournaments/many/entries?find=player+012",
    "/desk/tournaments/few/entries",
)


def _measure() -> Measured:
    with house(1) as found:
        _fill(found)
        with served(found) as port:
            tablet = Tablet(port, found.token, 1)
            many, few = _fastest(tablet)
        return Measured(1000 * many, 1000 * few)


def _fastest(tablet: Tablet) -> list[float]:
    """Seconds for each page at its best, asked in turn."""
    best = [float("inf") for _ in PAGES]
    for _ in range(GOES):
        for place, page in enumerate(PAGES):
            begun = perf_counter()
            status, _, _ = tablet.get(page)
            best[place] = min(best[place], perf_counter() - begun)
            if status != 200:
                raise RuntimeError(f"{page} answered {status}.")
    return best


def _fill(found: House) -> None:
    """A tournament with many entries, each of a patron on file, and one with few."""
    with found.db.writing() as session:
        patron = {"given_name": "Player", "born_on": NOW.date(), "created_at": NOW}
        people = [
            {"id": n, "family_name": f"{n:05}", "search_name": f"player {n:05}"}
            for n in range(1, MANY + 1)
        ]
        rows = [patron | one | {"salt": f"{one['id']:032}"} for one in people]
        session.execute(insert(PatronRow), rows)
        for slug, count in (("many", MANY), ("few", FEW)):
            _entered(session, slug, count)


def _entered(session: Session, slug: str, count: int) -> None:
    tournament = TournamentRow(
        slug=slug,
        name=slug,
        status=Status.ENTRIES_OPEN,
        draft=Terms().to_data(),
        rulebook="CROWN3",
        edition="3",
        created_at=NOW,
        saved_at=NOW,
        created_by="b",
        created_by_name="B",
        saved_by="b",
        saved_by_name="B",
    )
    document = DocumentRow(
        kind=slug,
        subject_id=1,
        number=1,
        title="Terms",
        content=b"{}",
        sha256="0" * 64,
        published_at=NOW,
        published_by="b",
        published_by_name="B",
    )
    session.add_all((tournament, document))
    session.flush()
    entry = {
        "tournament_id": tournament.pk,
        "document_id": document.pk,
        "accepted_at": NOW,
        "entered_at": NOW,
        "entered_by": "b",
        "entered_by_name": "B",
    }
    rows = [
        {**entry, "number": n, "patron_id": n, "name": f"Player {n:05}"}
        for n in range(1, count + 1)
    ]
    session.execute(insert(EntryRow), rows)


BENCHMARK = Benchmark(
    name="entries-page",
    unit="ms",
    against=f"the same page of a tournament with {FEW} entries",
    goal=0.5,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
