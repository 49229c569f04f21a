"""What a desk says of backups and keys."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house import sealed_with
from house.backup import keys
from house.backup.nightly import NIGHTLY, STALE, last_taken
from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from house.venue import span
from house.web.request import config, seal


@tells(Role.ADMIN)
def no_backup(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Say so when the nightly backup that the house wants has not been taken."""
    if config().backups is None:
        return
    last = last_taken(session)
    if last is not None and now - last < STALE.value:
        return
    yield Item(
        Urgency.BLOCKED,
        "The house has no fresh backup",
        STALE.cite,
        "See the record",
        url_for("audit.index"),
        why=f"The newest is {span(now - last)} old." if last else "There is none yet.",
        right=f"The ticking process takes one every night at {NIGHTLY.value:%H:%M}; "
        "see that it runs, or run “flask backup FILE”.",
    )


@tells(Role.ADMIN)
def no_key(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Name the key that is missing, and everything that cannot be read without it."""
    closed = keys.unreadable(session, seal())
    if not closed:
        return
    gone = ", ".join(sealed_with.missing(session, seal())) or "one that was never noted"
    yield Item(
        Urgency.BLOCKED,
        "A key of the house is missing",
        sealed_with.KEY,
        "See the record",
        url_for("audit.index"),
        why=f"It has the fingerprint {gone}. Without it cannot be read: "
        + "; ".join(f"{one.number} {one.what}" for one in closed)
        + ".",
        right="Put the key into OLD_SECRET_KEYS and start the house again.",
    )
