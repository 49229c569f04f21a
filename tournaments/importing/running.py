"""A whole import from a terminal: staged, weighed or taken, with its progress."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from house.db import Database
from house.floor.acts import Act
from rulebook import HOUSE, Refusal, Refused
from tournaments import queries as tournaments
from tournaments.importing import queries, services, staging
from tournaments.importing.columns import Said
from tournaments.importing.files import Encoding
from tournaments.importing.models import ImportRow, Outcome
from tournaments.importing.queries import Progress
from tournaments.importing.services import House, Send
from tournaments.importing.weighing import Weighed

Clock = Callable[[], Act]
Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Errand:
    """A list for a tournament, as somebody at a terminal brings it."""

    db: Database
    slug: str
    house: House
    act: Clock  # who acts, and when, at each batch anew


def send(
    errand: Errand, file: Path, encoding: Encoding, said: Said
) -> ImportRow | Refused:
    """Read a list through and begin its import, or find the one it began before."""
    with file.open("rb") as opened:
        staged = staging.stage(opened, encoding, errand.house.folder)
    if isinstance(staged, Refused):
        return staged
    with errand.db.writing() as session:
        tournament = tournaments.get(session, errand.slug, lock=True)
        if tournament is None:
            staging.drop(errand.house.folder, staged.sha256)
            wrong, right = "There is no such tournament.", "Give its slug."
            return Refused((Refusal(HOUSE.at("TOURN-120"), wrong, right),))
        return services.begin(
            session, tournament, Send(staged, file.name, said), errand.act()
        )


def take_all(errand: Errand, import_id: int, watch: Watch) -> Progress | Refused:
    """Take batch after batch, each in its own transaction, until the list is done."""
    while True:
        with errand.db.writing() as session:
            tournament = tournaments.get(session, errand.slug, lock=True)
            assert tournament is not None
            run = queries.get(session, tournament, import_id)
            assert run is not None
            found = services.go_on(session, tournament, run, errand.house, errand.act())
        if isinstance(found, Refused):
            return found
        watch(found)
        if found.is_over:
            staging.drop(errand.house.folder, run.sha256)
            return found


def weigh_all(
    errand: Errand, import_id: int, see: Callable[[Weighed], None]
) -> Counter[Outcome]:
    """Weigh every row that is still to be taken, and change nothing."""
    counts: Counter[Outcome] = Counter()
    with errand.db.reading() as session:
        tournament = tournaments.get(session, errand.slug)
        assert tournament is not None
        run = queries.get(session, tournament, import_id)
        assert run is not None
        for each in services.weighed(
            session, tournament, run, errand.house, errand.act()
        ):
            counts[each.outcome] += 1
            see(each)
    return counts
