"""Anything slow is made once, one thing at a time over all processes of the house."""

import fcntl
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import BoundedSemaphore
from time import sleep
from typing import IO, TypeVar

from flask import Response, make_response

from house.press.printing import as_pdf
from house.web.gate import Busy
from house.web.request import config, let_go
from rulebook import HOUSE, Cited

T = TypeVar("T")
ONCE = HOUSE.at("CROWD-5")
LOCK = "turn"
PATIENCE = Cited(2.0, ONCE)  # seconds that somebody waits for the press
ASK_AGAIN = 0.05
# Whoever waits keeps a place at the gate, so few may; the others come again.
_WAITING = BoundedSemaphore(2)
ON_THE_SHELF = 200  # sheets; the oldest go first


def once(find: Callable[[], T | None], make: Callable[[], T]) -> T:
    """What is there already; else it is made now, unless somebody else just did."""
    let_go()  # making takes long, and so may waiting
    found = find()
    if found is not None:
        return found
    with _turn():
        found = find()
        return make() if found is None else found


def alone(make: Callable[[], T]) -> T:
    """Make what is kept nowhere, while nothing else is being made."""
    return once(lambda: None, make)


def sheet(page: str) -> bytes:
    """A page on paper: the same page is printed once, for whoever asks for it."""
    path = _folder() / f"{hashlib.sha256(page.encode()).hexdigest()}.pdf"
    return once(lambda: _read(path), lambda: _kept(path, as_pdf(page)))


def sent(made: bytes, page: str, name: str) -> Response:
    """A PDF as an answer, shown in the browser under a name to keep it by."""
    response = make_response(made)
    response.headers["Content-Type"] = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.set_etag(hashlib.sha256(page.encode()).hexdigest()[:20])
    return response


def _folder() -> Path:
    folder = config().press
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@contextmanager
def _turn() -> Iterator[None]:
    """The turn of this thread at the press of the house, if it comes soon."""
    with (_folder() / LOCK).open("wb") as lock:
        if not (_locked(lock) or _waited(lock)):
            raise Busy("This is being printed just now.")
        yield


def _waited(lock: IO[bytes]) -> bool:
    """Wait for the press for a moment, if only few others do."""
    if not _WAITING.acquire(blocking=False):
        return False
    try:
        for _ in range(round(PATIENCE.value / ASK_AGAIN)):
            sleep(ASK_AGAIN)
            if _locked(lock):
                return True
    finally:
        _WAITING.release()
    return False


def _locked(lock: IO[bytes]) -> bool:
    """Whether nobody else prints; the lock ends with its file, or with the process."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _kept(path: Path, made: bytes) -> bytes:
    """Put a sheet on the shelf, whole or not at all, and the oldest away."""
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(made)
    Path(file.name).replace(path)
    sheets = sorted(path.parent.glob("*.pdf"), key=lambda one: one.stat().st_mtime)
    for old in sheets[:-ON_THE_SHELF]:
        old.unlink(missing_ok=True)
    return made
