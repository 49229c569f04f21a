"""What the record has to say on a desk: that it does not hold, or was not verified."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.audit.nightly import STALE
from house.audit.standing import Standing, status
from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import HOUSE


@tells(Role.ADMIN, Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR)
def record_standing(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Put a record that cannot be relied on at the top of the desk."""
    found = status(session, now)
    if found.standing is Standing.BROKEN and found.broken:
        yield Item(
            Urgency.BLOCKED,
            "The record cannot be relied on",
            HOUSE.at("RECORD-6"),
            "See the entry",
            url_for("audit.show", number=max(found.broken.number, 1)),
            why=f"Entry {found.broken.number} does not hold: {found.broken.why}.",
            right="Keep the database as it is, tell the regulator’s inspector, "
            "and compare with the last export.",
        )
    elif found.standing is Standing.STALE:
        yield Item(
            Urgency.BLOCKED,
            "The record has not been verified",
            STALE.cite,
            "See the record",
            url_for("audit.index"),
            why="No whole verification in the last 26 hours.",
            right="The ticking process verifies it every night at 04:00; "
            "see that it runs.",
        )
