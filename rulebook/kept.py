"""What was worked out from the source, kept beside it until the source changes."""

import fcntl
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from rulebook.collecting import without_collecting

SOURCE = ("*.py", "pyproject.toml", "templates/**/*.html")
ROOMS = (
    "bench",
    "game",
    "house",
    "promotions",
    "proof",
    "rulebook",
    "tests",
    "tournaments",
)


def digest(root: Path) -> str:
    """One value for the whole source below a root: any change of it gives another."""
    found = sha256()
    for path in sorted(_source(root)):
        found.update(f"{path.relative_to(root)}\0".encode())
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _source(root: Path) -> Iterator[Path]:
    for pattern in SOURCE:
        yield from root.glob(pattern)
    for room in ROOMS:
        yield from (root / room).rglob("*.py")


def keep(root: Path, place: Path, work_out: Callable[[], Any]) -> Any:
    """What was worked out from this source before, or worked out and kept now."""
    of = digest(root)
    with _one_at_a_time(place):
        if (known := _kept(place, of)) is not None:
            return known
        with without_collecting():
            found = work_out()
        with suppress(OSError):  # a folder that cannot be written costs time, no more
            _write(place, json.dumps({"of": of, "found": found}, ensure_ascii=False))
    return found


def look(root: Path, place: Path) -> Any:
    """What was worked out from this source before; nothing if nobody has yet."""
    return _kept(place, digest(root))


def _kept(place: Path, of: str) -> Any:
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(place.read_text(encoding="utf-8"))
        if kept["of"] == of:
            return kept["found"]
    return None


@contextmanager
def _one_at_a_time(place: Path) -> Iterator[None]:
    """Let one process work it out while the others wait for what it keeps."""
    with ExitStack() as stack:
        with suppress(OSError):
            place.parent.mkdir(exist_ok=True)
            lock = stack.enter_context(place.with_suffix(".lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(place: Path, text: str) -> None:
    """Put a whole file in place at once: whoever reads it meanwhile sees the old."""
    place.parent.mkdir(exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=place.parent, delete=False
    ) as file:
        file.write(text)
    Path(file.name).replace(place)
