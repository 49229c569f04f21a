"""Files that were sent, on disk for the house alone, until they are taken."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from house import clock

FORGOTTEN = timedelta(days=7)
LARGEST = 128 * 1024 * 1024  # bytes of a list that is sent
CHUNK = 1 << 20


def fingerprint(file: IO[bytes]) -> str:
    """What tells one file from every other; it is at its beginning afterwards."""
    found = hashlib.sha256()
    while chunk := file.read(CHUNK):
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()


@contextmanager
def keeping(place: Path) -> Iterator[IO[bytes]]:
    """A file that is at its place once it is whole, and nowhere otherwise."""
    folder = place.parent
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _forget(folder)
    # It is made for its owner alone.
    with NamedTemporaryFile("wb", dir=folder, suffix=".part", delete=False) as part:
        kept = Path(part.name)
        try:
            yield part
        except BaseException:
            kept.unlink()
            raise
    kept.replace(place)


def _forget(folder: Path) -> None:
    """Delete what was sent long ago and never taken; it can be sent again."""
    before = (clock.now() - FORGOTTEN).timestamp()
    for kept in folder.iterdir():
        if kept.stat().st_mtime < before:
            kept.unlink(missing_ok=True)
