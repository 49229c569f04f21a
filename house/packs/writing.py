"""Files of a pack: written piece by piece, hashed on the way, whole or not there."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from house.sheets import Cell, Cents, written
from rulebook import Cite

HALF = ".half"


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, and its fingerprint."""

    name: str
    bytes: int
    sha256: str

    def plain(self) -> dict[str, Any]:
        """As it stands in the list of files."""
        return {"name": self.name, "bytes": self.bytes, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Made:
    """A part that was written: how much is in it, and its files."""

    rows: int
    files: tuple[Written, ...] = ()


class Hashed:
    """A file that is hashed while it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash, self._bytes = file, hashlib.sha256(), 0

    def write(self, piece: bytes) -> None:
        """Add some bytes."""
        self._file.write(piece)
        self._hash.update(piece)
        self._bytes += len(piece)

    def as_(self, name: str) -> Written:
        """What was written, under its name."""
        return Written(name, self._bytes, self._hash.hexdigest())


@dataclass(frozen=True, slots=True)
class Folder:
    """Where the files of one pack lie until they are zipped."""

    path: Path

    def file(self, name: str, pieces: Iterable[bytes]) -> Written:
        """One file, from pieces."""
        with self._opened(name) as file:
            for piece in pieces:
                file.write(piece)
        return file.as_(name)

    def sheet(
        self, name: str, title: str, cite: Cite, rows: Iterable[Sequence[Cell]]
    ) -> Made:
        """Rows as CSV and as JSON, read once; the first of them has the headings."""
        count = 0
        with self._opened(f"{name}.csv") as sheet, self._opened(f"{name}.json") as data:

            def passing() -> Iterator[Sequence[Cell]]:
                nonlocal count
                found = iter(rows)
                headings = next(found)
                yield headings
                for count, row in enumerate(found, start=1):
                    data.write(b",\n" if count > 1 else b"\n")
                    data.write(_spelt(_named(headings, row)))
                    yield row

            begun = {"title": title, "rule": cite.id}
            data.write(_spelt(begun)[:-1] + b',"rows":[')
            for piece in written(passing(), "csv"):
                sheet.write(piece)
            data.write(b"\n]}\n")
        return Made(count, (sheet.as_(f"{name}.csv"), data.as_(f"{name}.json")))

    @staticmethod
    def hashed(path: Path) -> Written:
        """A file that lies there already, with its fingerprint."""
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return Written(path.name, path.stat().st_size, digest)

    @contextmanager
    def _opened(self, name: str) -> Iterator[Hashed]:
        """A file that stands under its name once it is whole."""
        path = self.path / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = path.with_name(path.name + HALF)
        with half.open("wb") as file:
            yield Hashed(file)
        half.replace(path)


def _named(headings: Sequence[Cell], row: Sequence[Cell]) -> dict[str, Cell]:
    """A row by its headings; amounts stay whole cents, and their names say so."""
    return {
        f"{heading} (cents)" if isinstance(cell, Cents) else str(heading): (
            int(cell) if isinstance(cell, Cents) else cell
        )
        for heading, cell in zip(headings, row, strict=True)
    }


def _spelt(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
