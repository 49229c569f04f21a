"""The file of a backup: the database as one part, and a manifest that vouches for it.

It is written under another name, flushed to the disk and only then given its own.
"""

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from rulebook import HOUSE

MANIFEST = "manifest.json"
FORMAT = 1
BLOCK = 1024 * 1024
WHOLE = HOUSE.at("BACKUP-1")


class NotWhole(Exception):
    """A file that is no backup, or not all of one; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file within the backup, and what it must hash to."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds, as of when, and what is needed to use it."""

    release: str
    migration: str
    dialect: str
    taken_at: str
    entries: int  # of the record
    head: str
    keys: tuple[str, ...]  # fingerprints, today's first; never the keys themselves
    rows: Mapping[str, int]
    parts: Mapping[str, Part] = field(default_factory=dict)
    format: int = FORMAT

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Manifest":
        """The manifest as it was written."""
        if plain.get("format") != FORMAT:
            raise NotWhole("It was written by a release that this one does not know.")
        parts = {name: Part(**part) for name, part in plain["parts"].items()}
        return cls(**{**plain, "parts": parts, "keys": tuple(plain["keys"])})


def part(path: Path) -> Part:
    """A file as the manifest vouches for it."""
    with path.open("rb") as file:
        return Part(path.stat().st_size, _sha256(file))


def _sha256(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(BLOCK):
        digest.update(block)
    return digest.hexdigest()


def write(path: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Put everything into one file that is whole from the moment it has its name."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    unnamed = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            _fill(file, manifest, files)
            file.flush()
            os.fsync(file.fileno())
        give_name(unnamed, path)
    finally:
        unnamed.unlink(missing_ok=True)


def _fill(file: IO[bytes], manifest: Manifest, files: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
        for name, source in files.items():
            archive.write(source, name)


def give_name(file: Path, path: Path) -> None:
    """Give a finished file its name, for good; it takes nobody else's."""
    try:
        os.link(file, path)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no second name for a file
        if path.exists():
            raise FileExistsError(path) from None
        file.rename(path)
    number = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def check(path: Path) -> Manifest:
    """Read a whole backup through; say what it is, or why it is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = Manifest.read(json.loads(archive.read(MANIFEST)))
            for name, vouched in manifest.parts.items():
                _check_part(archive, name, vouched)
            return manifest
    except FileNotFoundError:
        raise NotWhole("There is no such file.") from None
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, EOFError, OSError):
        raise NotWhole("It is no backup, or it was cut off or changed.") from None


def _check_part(archive: zipfile.ZipFile, name: str, vouched: Part) -> None:
    with archive.open(name) as file:
        if _sha256(file) != vouched.sha256:
            raise NotWhole(f"Its part {name} is not what it was when it was written.")


def unpack(path: Path, name: str, target: Path) -> None:
    """One part as a file of its own; it is checked once more on the way."""
    digest = hashlib.sha256()
    with zipfile.ZipFile(path) as archive, archive.open(name) as source:
        vouched = Manifest.read(json.loads(archive.read(MANIFEST))).parts[name]
        with target.open("xb") as file:
            target.chmod(0o600)
            while block := source.read(BLOCK):
                digest.update(block)
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
    if digest.hexdigest() != vouched.sha256:
        raise NotWhole(f"Its part {name} changed while it was read.")
