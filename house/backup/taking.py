"""Take a backup: the database as of one instant, its manifest, one file."""

import tempfile
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, select
from sqlmodel import Session, col

from house import audit, sealed_with
from house.audit.checkpoints.book import NAME, Book
from house.audit.models import AuditRow
from house.audit.record import Actor, Subject
from house.backup import archive, dumps
from house.backup.archive import WHOLE, Manifest
from house.backup.dumps import Failed
from house.config import ROOT, Config
from house.db import Database
from house.sealing import Seal

ACT = "take a backup"
SUBJECT = Subject("backup", "0", "The whole house")
Say = Callable[[str], None]


def release() -> str:
    """The release that runs here, also where it was copied and never installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def take(
    config: Config, path: Path, now: datetime, say: Say = lambda _: None
) -> Manifest:
    """Put the whole house as of now into a new file."""
    if path.exists():
        raise Failed(f"{path} is there already; a backup is never written over.")
    if not path.parent.is_dir():
        raise Failed(f"There is no folder {path.parent}.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=path.parent) as folder:
        say("Copying the database …")
        with dumps.taken(config.database_url, Path(folder)) as dump:
            say("Counting what is in it …")
            entries, _ = _end_of_record(dump.connection)
            files = _checkpoints(config, entries, Path(folder))
            files[dump.path.name] = dump.path
            manifest = _manifest(config, dump.connection, files, now)
        say("Writing the file …")
        try:
            archive.write(path, manifest, files)
        except FileExistsError:
            raise Failed(f"{path} came to be meanwhile; nothing was written.") from None
    return manifest


def _checkpoints(config: Config, entries: int, folder: Path) -> dict[str, Path]:
    """The signed checkpoints that know no more entries than the dump has."""
    content, copy = Book(config.checkpoints).until(entries), folder / NAME
    if not content:
        return {}
    copy.write_bytes(content)
    return {NAME: copy}


def _manifest(
    config: Config, connection: Connection, files: Mapping[str, Path], now: datetime
) -> Manifest:
    at = MigrationContext.configure(connection).get_current_revision()
    if at is None:
        raise Failed("The database is empty: there is nothing to back up.")
    entries, head = _end_of_record(connection)
    return Manifest(
        release=release(),
        migration=at,
        dialect=connection.dialect.name,
        taken_at=now.isoformat(timespec="seconds"),
        entries=entries,
        head=head,
        keys=_keys(config, connection),
        rows=dumps.counted(connection),
        parts={name: archive.part(path) for name, path in files.items()},
    )


def _keys(config: Config, connection: Connection) -> tuple[str, ...]:
    """The keys of these settings; if they are another house's, those of the record."""
    mine = Seal.of(config).fingerprints
    with Session(connection) as session:
        used = sealed_with.used(session)
    return mine if not used or used[0] in mine else tuple(used)


def _end_of_record(connection: Connection) -> tuple[int, str]:
    newest = select(AuditRow.number, AuditRow.hash).order_by(  # type: ignore[call-overload]
        col(AuditRow.number).desc()
    )
    found = connection.execute(newest.limit(1)).first()
    return (found.number, found.hash) if found else (0, "")


def note(
    db: Database, by: Actor, path: Path, manifest: Manifest, now: datetime
) -> None:
    """Say on the record that a backup was taken, and how far it goes."""
    with db.writing() as session:
        note_in(session, by, path, manifest, now)


def note_in(
    session: Session, by: Actor, path: Path, manifest: Manifest, now: datetime
) -> None:
    """The same within an act."""
    after = {
        "file": path.name,
        "entries": manifest.entries,
        "head": manifest.head,
        "sha256": {name: part.sha256 for name, part in manifest.parts.items()},
    }
    audit.record(session, by, ACT, SUBJECT, now=now, rules=(WHOLE,), after=after)
