"""Rows of a list on disk, for the house alone, until they are taken."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from house import uploads
from rulebook import Refusal, Refused
from tournaments.importing import columns, files
from tournaments.importing.columns import LISTED, Row
from tournaments.importing.files import Encoding, Unreadable

LARGEST = uploads.LARGEST


@dataclass(frozen=True, slots=True)
class StagedList:
    """A list that was read through: its fingerprint, its rows, what nobody reads."""

    sha256: str
    rows: int
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberedEntry:
    """A row, the line it stood on, and where the next one begins."""

    line: int
    row: Row
    after: int


def place(folder: Path, sha256: str) -> Path:
    """Where the rows of a list lie."""
    return folder / f"{sha256}.rows"


class _Broken(Exception):
    """A list of which nothing is kept."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


def stage(file: IO[bytes], encoding: Encoding, folder: Path) -> StagedList | Refused:
    """Read a list through and keep its rows; nothing is kept of one that is broken."""
    sha256 = uploads.fingerprint(file)
    try:
        with uploads.keeping(place(folder, sha256)) as part:
            found = _rows(file, encoding, part)
    except _Broken as broken:
        return broken.refused
    except Unreadable as broken:
        return Refused((Refusal(LISTED, str(broken), broken.right, "file"),))
    return StagedList(sha256, *found)


def _rows(
    file: IO[bytes], encoding: Encoding, part: IO[bytes]
) -> tuple[int, tuple[str, ...]]:
    found = files.rows(file, encoding)
    headings = next(found, None)
    known, unread = columns.meanings(headings.cells if headings else ())
    if refusals := tuple(columns.missing(tuple(known.values()))):
        raise _Broken(Refused(refusals))
    count = 0
    for cells in found:
        count += 1
        row = {known[at]: c for at, c in enumerate(cells.cells) if c and at in known}
        part.write(json.dumps([cells.line, row]).encode() + b"\n")
    if not count:
        wrong, right = "There is nobody on the list.", "Put a row under the headings."
        raise _Broken(Refused((Refusal(LISTED, wrong, right, "file"),)))
    return count, unread


def rows_from(folder: Path, sha256: str, offset: int) -> Iterator[NumberedEntry]:
    """The rows that lie behind an offset."""
    with place(folder, sha256).open("rb") as kept:
        kept.seek(offset)
        for line in kept:
            offset += len(line)
            number, row = json.loads(line)
            yield NumberedEntry(number, row, offset)


def is_here(folder: Path, sha256: str) -> bool:
    """Whether the rows of a list are still there."""
    return place(folder, sha256).exists()


def drop(folder: Path, sha256: str) -> None:
    """Delete the rows of a list."""
    place(folder, sha256).unlink(missing_ok=True)
