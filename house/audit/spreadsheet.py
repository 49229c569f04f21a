"""The record as a spreadsheet: the sentences of the page, one entry a row."""

import csv
from collections.abc import Iterator
from io import StringIO

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
# What a spreadsheet would run as a formula, were it the first sign of a cell.
RISKY = ("=", "+", "-", "@", "\t", "\r")


def rows_of_a_sheet(db: Database, wanted: RecordFilter, venue: Venue) -> Iterator[str]:
    """Each entry as a row, from a session that outlives the request."""
    yield "\ufeff" + _row(HEADINGS)  # or spreadsheets misread letters with accents
    with db.reading() as session:
        for row in every(session, wanted):
            yield _row(_cells(row, venue))


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


def _row(cells: tuple[str, ...]) -> str:
    line = StringIO()
    csv.writer(line).writerow(_harmless(cell) for cell in cells)
    return line.getvalue()


def _harmless(cell: str) -> str:
    """A cell that is read, never run."""
    return f"'{cell}" if cell.startswith(RISKY) else cell
