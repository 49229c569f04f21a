"""The record as a spreadsheet: the sentences of the page, one entry a row."""

from collections.abc import Iterator

from house import sheets
from house.audit.models import AuditRow
from house.audit.queries import RecordFilter, every
from house.audit.sentences import sentence
from house.db import Database
from house.venue import Venue

HEADINGS = (
    "Entry",
    "When",
    "Who",
    "Role",
    "What",
    "About",
    "Outcome",
    "Reasons",
    "Rules",
    "SHA-256",
)


def rows_of_a_sheet(
    db: Database, wanted: RecordFilter, venue: Venue
) -> Iterator[bytes]:
    """Each entry as a row, from a session that outlives the request."""
    return sheets.written(_rows(db, wanted, venue), "csv")


def _rows(
    db: Database, wanted: RecordFilter, venue: Venue
) -> Iterator[tuple[str, ...]]:
    yield HEADINGS
    with db.reading() as session:
        for row in every(session, wanted):
            yield _cells(row, venue)


def _cells(row: AuditRow, venue: Venue) -> tuple[str, ...]:
    said = sentence(row)
    return (
        str(row.number),
        venue.local(row.at).isoformat(timespec="seconds"),
        said.who,
        said.title,
        said.did,
        said.about,
        row.verdict,
        " ".join(row.reasons),
        " ".join(row.rules),
        row.hash,
    )
