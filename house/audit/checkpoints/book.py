"""The file of checkpoints: a line each, appended whole or not at all."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from house.audit.chain import GENESIS
from house.audit.checkpoints.checkpoint import Checkpoint, Unreadable, read
from house.audit.checkpoints.keys import signed

NAME = "checkpoints.jsonl"
TAIL = 16_384  # bytes; no line is as long


@dataclass(frozen=True, slots=True)
class Kept:
    """The checkpoints that were signed as they read, and what is wrong with others."""

    checkpoints: tuple[Checkpoint, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def newest(self) -> Checkpoint | None:
        """The last checkpoint, if there is any."""
        return self.checkpoints[-1] if self.checkpoints else None

    @property
    def unannounced(self) -> tuple[Checkpoint, ...]:
        """Checkpoints with whose key nobody signed for: the one before was lost."""
        return tuple(one for one in self.checkpoints if one.key_lost)


@dataclass(frozen=True, slots=True)
class Book:
    """The folder where checkpoints are kept."""

    folder: Path

    @property
    def path(self) -> Path:
        """The file itself."""
        return self.folder / NAME

    def read(self) -> Kept:
        """Every checkpoint, and everything wrong with the file."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return Kept()
        except OSError as error:
            why = f"The checkpoints in {self.path} cannot be read: {error.strerror}."
            return Kept(faults=(why,))
        # What does not end in a line break was never written to its end.
        return judged(content.split(b"\n")[:-1])

    def newest(self) -> Checkpoint | None:
        """The last checkpoint, read without the rest of the file."""
        try:
            with self.path.open("rb") as file:
                file.seek(max(file.seek(0, os.SEEK_END) - TAIL, 0))
                *_, line, _rest = (b"", *file.read().split(b"\n"))
            found = read(line)
        except (OSError, Unreadable):
            return None
        return found if signed(found) else None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nobody else append meanwhile.

        Whoever holds it only reads the database and never waits for its writer.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.folder / ".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def append(self, checkpoint: Checkpoint) -> None:
        """Add one line for good; half a line that a crash left is taken away first."""
        self._write(checkpoint.line())

    def _write(self, content: bytes) -> None:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def until(self, size: int) -> bytes:
        """The lines of checkpoints that know no more entries than this."""
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return b""
        return b"".join(line for line in lines if _size(line) <= size)

    def bring(self, content: bytes, now: datetime) -> Path | None:
        """Put a restored house's checkpoints in place; say where others went."""
        with self.held():
            if self.path.exists() and self.path.read_bytes() == content:
                return None
            aside = self.put_aside(now)
            if content:
                self._write(content)
            return aside

    def put_aside(self, now: datetime) -> Path | None:
        """Give the file of an earlier house another name, and say which."""
        if not self.path.exists():
            return None
        aside = self.folder / f"checkpoints-until-{now:%Y%m%dT%H%M%SZ}.jsonl"
        return self.path.replace(aside)


def _size(line: bytes) -> int:
    """How many entries a line knows; one that cannot be read is kept as it is."""
    try:
        return read(line).size
    except Unreadable:
        return 0


def judged(lines: Iterable[bytes]) -> Kept:
    """Read checkpoint after checkpoint, and name what cannot have been signed so."""
    good, faults = list[Checkpoint](), list[str]()
    last: Checkpoint | None = None
    for place, line in enumerate(lines, start=1):
        try:
            found = read(line)
        except Unreadable:
            faults.append(
                f"Line {place} of the checkpoints was altered: it cannot be read."
            )
            continue
        if not signed(found):
            faults.append(
                f"Checkpoint {found.number} was altered: its signature does not hold."
            )
        else:
            good.append(found)
        faults += _out_of_line(found, last)
        last = found
    return Kept(tuple(good), tuple(faults))


def _out_of_line(found: Checkpoint, last: Checkpoint | None) -> Iterator[str]:
    """Why a checkpoint cannot follow the one before it."""
    expected = last.number + 1 if last else 1
    name = f"Checkpoint {found.number}"
    if found.number != expected:
        yield f"Checkpoint {expected} was removed: {found.number} stands in its place."
    elif found.previous != (last.hash if last else GENESIS):
        yield f"{name} does not follow the one before it: one of them was altered."
    if last is None:
        return
    if found.size < last.size:
        yield f"{name} has fewer entries than the one before it."
    if found.key != last.signs_next and not found.key_lost:
        yield f"{name} is signed with the wrong key, {found.key[:16]}…"


def received(content: bytes) -> tuple[Checkpoint, ...]:
    """The checkpoints in what was sent: lines, or a whole message around them."""
    message = message_from_bytes(content, policy=default).get_body(("plain",))
    text = message.get_content().encode() if message else b""
    found = list[Checkpoint]()
    for line in (*content.splitlines(), *text.splitlines()):
        with suppress(Unreadable):
            found.append(read(line.strip()))
    return tuple(one for one in dict.fromkeys(found) if signed(one))
