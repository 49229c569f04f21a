"""A backup every night, as many as the house keeps, and the age of the newest."""

from datetime import datetime, time, timedelta
from pathlib import Path

from sqlmodel import Session, col, select

from house.audit.models import AuditRow
from house.audit.record import SYSTEM
from house.backup import archive, taking
from house.backup.archive import Manifest
from house.notices import deadlines, kinds
from house.notices.daily import next_at
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.people.roles import Role
from house.venue import Venue
from house.web.request import config, venue
from rulebook import HOUSE, Cited

KIND = "house.backup"
NIGHTLY = Cited(time(3, 30), HOUSE.at("BACKUP-4"))
STALE = Cited(timedelta(hours=26), HOUSE.at("BACKUP-4"))
NAMES = "house-*.zip"
kinds.describe(KIND, "A backup of the house", Role.ADMIN)


def plan_next(session: Session, house: Venue, after: datetime) -> None:
    """Plan the next night's backup; planning it twice is planning it once."""
    due_at = next_at(house, NIGHTLY.value, after)
    deadlines.plan(
        session,
        KIND,
        key=f"{KIND}:{due_at:%Y-%m-%dT%H:%M:%SZ}",
        subject=taking.SUBJECT,
        title="Take a backup of the house",
        due_at=due_at,
        cite=NIGHTLY.cite,
    )


@deadlines.on_studied(KIND)
def take_backup(_session: Session, deadline: DeadlineRow) -> Effect:
    """Take the night's backup while others work; then note it and plan the next."""
    folder = config().backups
    if folder is None:  # the house no longer wants any
        return lambda _writing, _deadline: None
    path = folder / f"house-{deadline.due_at:%Y-%m-%dT%H%M%SZ}.zip"
    manifest = _taken(path, deadline.due_at)
    forget_old(folder, config().backups_kept)

    def note(writing: Session, fired: DeadlineRow) -> None:
        at = fired.fired_at or fired.due_at
        taking.note_in(writing, SYSTEM, path, manifest, at)
        plan_next(writing, venue(), at)

    return note


def _taken(path: Path, now: datetime) -> Manifest:
    """The night's backup; one that an interrupted try finished is not taken again."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return archive.check(path) if path.exists() else taking.take(config(), path, now)


def forget_old(folder: Path, kept: int) -> None:
    """Delete the oldest of the nightly backups beyond the number that is kept."""
    for path in sorted(folder.glob(NAMES), reverse=True)[kept:]:
        path.unlink()


def last_taken(session: Session) -> datetime | None:
    """When the newest backup was taken, by night or by hand."""
    mine = select(AuditRow.at).where(AuditRow.act == taking.ACT)
    return session.exec(mine.order_by(col(AuditRow.number).desc()).limit(1)).first()
