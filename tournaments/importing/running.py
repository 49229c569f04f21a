"""A whole list from a terminal: staged, then weighed or taken, batch by batch."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from house.db import Database
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries as tournaments
from tournaments.importing import queries, services, staging
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.importing.models import ImportRow
from tournaments.importing.queries import Progress
from tournaments.importing.services import House, Send, Weighing
from tournaments.importing.staging import StagedList
from tournaments.importing.weighing import CheckedEntry

LISTED: Cite = HOUSE.at("TOURN-180")


@dataclass(frozen=True, slots=True)
class Errand:
    """A list for a tournament, as somebody brings it."""

    db: Database
    slug: str
    house: House
    said: Declaration
    act: Callable[[], Act]  # who acts, and when: each batch anew

    def stage(self, file: Path, encoding: Encoding) -> StagedList | Refused:
        """Read the list through."""
        try:
            with file.open("rb") as opened:
                return staging.stage(opened, encoding, self.house.folder)
        except OSError as error:
            wrong = f"{file} cannot be read: {error.strerror}."
            return Refused((Refusal(LISTED, wrong, "Name a file.", "file"),))

    def begin(self, staged: StagedList, name: str) -> ImportRow | Refused:
        """Note the list, or find the import that it began before."""
        with self.db.writing() as session:
            tournament = tournaments.get(session, self.slug, lock=True)
            if tournament is None:
                staging.drop(self.house.folder, staged.sha256)
                return no_tournament(self.slug)
            send = Send(staged, name, self.said)
            return services.begin(session, tournament, send, self.act())

    def take(self, import_id: int, seen: Callable[[Progress], None]) -> Refused | None:
        """Take batch after batch, each in its own transaction, to the end."""
        while True:
            with self.db.writing() as session:
                tournament = tournaments.get(session, self.slug, lock=True)
                run = tournament and queries.get(session, tournament, import_id)
                if not tournament or not run:
                    return no_tournament(self.slug)
                found = services.go_on(session, tournament, run, self.house, self.act())
            if isinstance(found, Refused):
                return found
            seen(found)
            if found.is_over:
                staging.drop(self.house.folder, run.sha256)
                return None

    def weigh(self, staged: StagedList) -> Iterator[CheckedEntry] | Refused:
        """What would become of each row now; nothing is written, nothing kept."""
        with self.db.reading() as session:
            if tournaments.get(session, self.slug) is None:
                staging.drop(self.house.folder, staged.sha256)
                return no_tournament(self.slug)
        return self._weighed(staged)

    def _weighed(self, staged: StagedList) -> Iterator[CheckedEntry]:
        with self.db.reading() as session:
            tournament = tournaments.get(session, self.slug)
            assert tournament is not None
            begun = queries.by_fingerprint(session, tournament, staged.sha256)
            offset = queries.progress(session, begun).offset if begun else 0
            rows = staging.rows_from(self.house.folder, staged.sha256, offset)
            how = Weighing(self.house, self.said, self.act())
            yield from services.weighed(session, tournament, rows, how)
        if begun is None:
            staging.drop(self.house.folder, staged.sha256)


def no_tournament(slug: str) -> Refused:
    """There is nothing that the list could be for."""
    wrong = f"There is no tournament “{slug}”."
    return Refused((Refusal(LISTED, wrong, "Give the end of its address."),))
