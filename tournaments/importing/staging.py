"""Rows of a list on disk, for the house alone, until they are taken."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from house import clock
from rulebook import Refusal, Refused
from tournaments.importing import columns, files
from tournaments.importing.columns import LISTED, Row
from tournaments.importing.files import Encoding, Unreadable

FORGOTTEN = timedelta(days=7)
LARGEST = 128 * 1024 * 1024  # bytes of a list that is sent


@dataclass(frozen=True, slots=True)
class Staged:
    """A list that was read through: its fingerprint, its rows, what nobody reads."""

    sha256: str
    rows: int
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row, the line it stood on, and where the next one begins."""

    line: int
    row: Row
    after: int


def place(folder: Path, sha256: str) -> Path:
    """Where the rows of a list lie."""
    return folder / f"{sha256}.rows"


def stage(file: IO[bytes], encoding: Encoding, folder: Path) -> Staged | Refused:
    """Read a list through and keep its rows; nothing is kept of one that is broken."""
    sha256 = _fingerprint(file)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _forget(folder)
    # It is made for its owner alone, and gone unless it is whole.
    with NamedTemporaryFile("wb", dir=folder, suffix=".part", delete=False) as part:
        kept = Path(part.name)
        try:
            found = _copied(file, encoding, part)
        except BaseException:
            kept.unlink()
            raise
    if isinstance(found, Refused):
        kept.unlink()
        return found
    kept.replace(place(folder, sha256))
    return Staged(sha256, *found)


def _forget(folder: Path) -> None:
    """Delete what was sent long ago and never taken; it can be sent again."""
    before = (clock.now() - FORGOTTEN).timestamp()
    for kept in folder.iterdir():
        if kept.stat().st_mtime < before:
            kept.unlink(missing_ok=True)


def _fingerprint(file: IO[bytes]) -> str:
    found = hashlib.sha256()
    while chunk := file.read(files.CHUNK):
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()


def _copied(
    file: IO[bytes], encoding: Encoding, part: IO[bytes]
) -> tuple[int, tuple[str, ...]] | Refused:
    try:
        return _rows(file, encoding, part)
    except Unreadable as broken:
        return Refused((Refusal(LISTED, str(broken), broken.right, "file"),))


def _rows(
    file: IO[bytes], encoding: Encoding, part: IO[bytes]
) -> tuple[int, tuple[str, ...]] | Refused:
    found = files.rows(file, encoding)
    headings = next(found, None)
    known, unread = columns.meanings(headings.cells if headings else ())
    if refusals := tuple(columns.missing(tuple(known.values()))):
        return Refused(refusals)
    count = 0
    for cells in found:
        count += 1
        row = {known[at]: c for at, c in enumerate(cells.cells) if c and at in known}
        part.write(json.dumps([cells.line, row]).encode() + b"\n")
    if not count:
        wrong, right = "There is nobody on the list.", "Put a row under the headings."
        return Refused((Refusal(LISTED, wrong, right, "file"),))
    return count, unread


def rows_from(folder: Path, sha256: str, offset: int) -> Iterator[Numbered]:
    """The rows that lie behind an offset."""
    with place(folder, sha256).open("rb") as kept:
        kept.seek(offset)
        for line in kept:
            offset += len(line)
            number, row = json.loads(line)
            yield Numbered(number, row, offset)


def is_here(folder: Path, sha256: str) -> bool:
    """Whether the rows of a list are still there."""
    return place(folder, sha256).exists()


def drop(folder: Path, sha256: str) -> None:
    """Delete the rows of a list."""
    place(folder, sha256).unlink(missing_ok=True)
