"""Restore a backup into an empty database; one cut short counts as none.

SQLite: the house is made ready in a folder beside its place and then given its name.
PostgreSQL: a mark stands in the database from before the first row until everything
is verified, and while it stands nothing serves; the next try goes on from there.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlmodel import Session

from house import audit, checks, migrate
from house.audit.checkpoints.book import NAME, Book
from house.audit.record import SYSTEM
from house.backup import archive, dumps, keys
from house.backup.archive import Manifest
from house.backup.dumps import SQLITE, Failed
from house.backup.taking import SUBJECT, Say
from house.config import Config
from house.db import Database
from house.sealing import Seal
from rulebook import HOUSE

ACT = "restore a backup"
EMPTY_ONLY = HOUSE.at("BACKUP-2")
ONE_AT_A_TIME = 1_160  # the number of a lock in PostgreSQL


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, everything wrong with it, and what no key here opens."""

    manifest: Manifest
    wrong: tuple[str, ...]
    missing_keys: tuple[str, ...]
    unreadable: tuple[keys.Unreadable, ...]
    aside: Path | None = None  # checkpoints of the house that was here before


@dataclass(frozen=True, slots=True)
class Restore:
    """One restore: which file, into which house, checked how, told to whom."""

    config: Config
    path: Path
    now: datetime
    say: Say

    def run(self) -> Restored:
        """Check the file, put the house in its place, verify it."""
        self.say("Checking the backup …")
        manifest = archive.check(self.path)
        kind = dumps.dialect(self.config.database_url)
        if manifest.dialect != kind:
            raise Failed(
                f"This is a backup of a {manifest.dialect} database; DATABASE_URL "
                f"names a {kind} one. Restore it into an empty {manifest.dialect} one."
            )
        _require_known(manifest)
        put = self._into_sqlite if kind == SQLITE else self._into_postgres
        with put(manifest) as url:
            return self._made_ready(manifest, url)

    def _made_ready(self, manifest: Manifest, url: str) -> Restored:
        """Bring the rows to this release, verify all of it, say so on its record."""
        self.say("Bringing it to this release …")
        migrate.upgrade(url)
        db, seal = Database(url), Seal.of(self.config)
        try:
            aside = self._give_checkpoints(manifest)
            with db.reading() as session:
                wrong = tuple(self._everything_wrong(session))
                unreadable = keys.unreadable(session, seal)
            missing = tuple(k for k in manifest.keys if k not in seal.fingerprints)
            found = Restored(manifest, wrong, missing, unreadable, aside)
            self._note(db, found)
        finally:
            db.engine.dispose()
        return found

    def _give_checkpoints(self, manifest: Manifest) -> Path | None:
        """Put the checkpoints beside the house; say where those of another went."""
        content = b""
        with tempfile.TemporaryDirectory(prefix="restore-") as folder:
            if NAME in manifest.parts:
                archive.unpack(self.path, NAME, Path(folder) / NAME)
                content = (Path(folder) / NAME).read_bytes()
        try:
            return Book(self.config.checkpoints).bring(content, self.now)
        except OSError as error:
            where = self.config.checkpoints
            raise Failed(f"{where} cannot be written: {error.strerror}.") from None

    def _everything_wrong(self, session: Session) -> Iterator[str]:
        """Whatever the house can verify of itself and does not hold, in sentences."""
        for check in checks.of_the_house():
            self.say(f"Verifying {check.name} …")
            for result in checks.run(session, (check,)):
                yield from (f"{result.name}: {one}" for one in result.outcome.wrong)

    def _note(self, db: Database, found: Restored) -> None:
        after = {
            "taken_at": found.manifest.taken_at,
            "entries": found.manifest.entries,
            "head": found.manifest.head,
            "wrong": list(found.wrong[:20]),
            "missing_keys": list(found.missing_keys),
            "checkpoints_aside": found.aside.name if found.aside else "",
        }
        rules = (EMPTY_ONLY,)
        with db.writing() as session:
            audit.record(
                session, SYSTEM, ACT, SUBJECT, now=self.now, rules=rules, after=after
            )

    @contextmanager
    def _into_sqlite(self, manifest: Manifest) -> Iterator[str]:
        """Make the house ready beside its place; it gets its name when all is done."""
        target = dumps.sqlite_file(self.config.database_url)
        target.parent.mkdir(parents=True, exist_ok=True)
        _require_free(target)
        folder = target.with_name(f".restoring-{target.name}")
        shutil.rmtree(folder, ignore_errors=True)  # of a restore that was cut short
        folder.mkdir(mode=0o700)
        try:
            self.say("Unpacking the database …")
            file = folder / target.name
            archive.unpack(self.path, dumps.PARTS[SQLITE], file)
            _require_all(manifest, f"sqlite:///{file}")
            yield f"sqlite:///{file}"
            _give_name(file, target)
        finally:
            shutil.rmtree(folder)

    @contextmanager
    def _into_postgres(self, manifest: Manifest) -> Iterator[str]:
        """Load every row in one transaction, under a mark that goes when it is done."""
        url = self.config.database_url
        sha256 = manifest.parts[dumps.PARTS[dumps.POSTGRES]].sha256
        with _alone(url) as connection:
            if not _begun(connection, sha256):
                self.say("Loading the database …")
                self._load(url)
                _require_all(manifest, url)
            yield url
            connection.execute(text("DROP SCHEMA restoring CASCADE"))

    def _load(self, url: str) -> None:
        with tempfile.TemporaryDirectory(prefix="restore-") as folder:
            dump = Path(folder) / dumps.PARTS[dumps.POSTGRES]
            archive.unpack(self.path, dump.name, dump)
            options = ("--no-owner", "--no-privileges", "--exit-on-error")
            dumps.run("pg_restore", url, "--single-transaction", *options, str(dump))


def _require_known(manifest: Manifest) -> None:
    """Refuse a backup of a later release: nothing here knows its tables."""
    scripts = ScriptDirectory.from_config(migrate.settings())
    known = {script.revision for script in scripts.walk_revisions()}
    if manifest.migration not in known:
        raise Failed(
            f"The backup is of release {manifest.release} (database version "
            f"{manifest.migration}); this release knows versions up to "
            f"{migrate.head()}. Install that release, then restore."
        )


def _require_free(target: Path) -> None:
    """Refuse where a house is, or where a journal could be taken for the new one's."""
    for suffix in ("-wal", "-journal"):
        left = target.with_name(target.name + suffix)
        if left.exists() and left.stat().st_size:
            raise Failed(
                f"{left} lies there and may hold actions of an earlier house. "
                "Move it away together with its database, then restore."
            )
    if target.exists() and target.stat().st_size:
        engine = create_engine(f"sqlite:///{target}")
        try:
            with engine.connect() as connection:
                _require_empty(connection, str(target))
        finally:
            engine.dispose()


def _require_empty(connection: Connection, where: str) -> None:
    if tables := dumps.tables_of(connection):
        raise Failed(
            f"The database at {where} has {len(tables)} tables already. A backup is "
            "restored into an empty database only: name another in DATABASE_URL."
        )


def _require_all(manifest: Manifest, url: str) -> None:
    """Refuse to go on when a table has another number of rows than was counted."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            found = dumps.counted(connection)
    finally:
        engine.dispose()
    for name, number in manifest.rows.items():
        if found.get(name) != number:
            raise Failed(
                f"{name} has {found.get(name)} rows; the backup counted {number}."
            )


def _give_name(file: Path, target: Path) -> None:
    """Put the finished database in its place, with everything in it on the disk."""
    number = os.open(file, os.O_RDWR)
    try:
        os.fchmod(number, 0o600)
        os.fsync(number)
    finally:
        os.close(number)
    for old in (target, *(target.with_name(target.name + s) for s in ("-wal", "-shm"))):
        old.unlink(missing_ok=True)  # all of them empty, as was seen before
    archive.give_name(file, target)


@contextmanager
def _alone(url: str) -> Iterator[Connection]:
    """A connection that keeps every other restore out."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            lock = text("SELECT pg_try_advisory_lock(:lock)")
            if not connection.execute(lock, {"lock": ONE_AT_A_TIME}).scalar():
                raise Failed("Somebody else restores into this database now.")
            yield connection
    finally:
        engine.dispose()


def _begun(connection: Connection, sha256: str) -> bool:
    """Set the mark; or say whether an earlier try has loaded all rows of this file."""
    this = {"sha256": sha256}
    if not dumps.unfinished(connection):
        _require_empty(connection, str(connection.engine.url))
        connection.execute(text("CREATE SCHEMA restoring"))
    connection.execute(text("CREATE TABLE IF NOT EXISTS restoring.backup (of text)"))
    loaded = bool(dumps.tables_of(connection))
    before = connection.execute(text("SELECT of FROM restoring.backup")).scalar()
    if loaded and before != sha256:
        raise Failed(
            "Another backup was being restored into this database. Restore that one "
            "to its end, or begin with a new empty database."
        )
    connection.execute(text("DELETE FROM restoring.backup"))
    connection.execute(text("INSERT INTO restoring.backup VALUES (:sha256)"), this)
    return loaded
