"""What the record has to say on a desk: that it does not hold, or was not verified."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.audit.checkpoints.signing import Signer
from house.audit.nightly import EVERYTHING, STALE
from house.audit.standing import Standing, status
from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from house.web.request import config
from rulebook import HOUSE


@tells(Role.ADMIN, Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR)
def record_standing(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Put a record that cannot be relied on at the top of the desk."""
    found = status(session, now, Signer.of(config()).book)
    if found.standing is Standing.BROKEN and found.broken:
        yield Item(
            Urgency.BLOCKED,
            "The record cannot be relied on",
            HOUSE.at("RECORD-6"),
            "See the entry",
            url_for("audit.show", number=max(found.broken.number, 1)),
            why=f"Entry {found.broken.number} does not hold: {found.broken.why}.",
            right="Keep the database as it is, tell the regulator’s inspector, "
            "and compare with the checkpoints that were sent.",
        )
    elif found.standing is Standing.WRONG:
        yield Item(
            Urgency.BLOCKED,
            "Not everything in the house holds",
            EVERYTHING,
            "See what",
            url_for("audit.index"),
            why=" ".join(found.wrong[:3]),
            right="Run “flask house verify” to see all of it, and tell compliance.",
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
