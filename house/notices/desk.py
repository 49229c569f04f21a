"""What clocks and post have to say on a desk: what fails, and what nobody looks at."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session

from house.desk import Item, Urgency, tells
from house.notices import heartbeat, kinds, queries
from house.notices.states import LATE, SOON
from house.people.roles import Role
from house.people.sessions import Staff
from house.web.request import venue
from rulebook import HOUSE, Cite

SHOWN = 3
MOST_DUTIES = 8
# An administrator keeps the machine and an inspector looks on; neither does duties.
NO_DUTIES = frozenset({Role.ADMIN, Role.INSPECTOR})


@tells(Role.ADMIN, Role.COMPLIANCE, Role.DIRECTOR, Role.DEPUTY)
def ticking(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """The sign that nothing looks at the clock."""
    seen = heartbeat.last(session)
    if seen and heartbeat.is_late(seen, now):
        why = f"The ticking process was last seen {venue().exact(seen)}."
        yield _nobody_looks(heartbeat.LATE.cite, why)
    elif waiting := queries.unlooked_at(session, now):
        why = f"“{waiting.title}” is due and nobody has tried it."
        yield _nobody_looks(HOUSE.at("CLOCK-1"), why)


@tells(Role.ADMIN, Role.COMPLIANCE)
def clocks(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Deadlines that fail."""
    for row in queries.failing_deadlines(session, SHOWN):
        yield Item(
            Urgency.BLOCKED,
            f"{row.title} has failed {_times(row.attempts)}",
            HOUSE.at("CLOCK-2"),
            "See the deadline",
            url_for("deadlines.index", _anchor=f"deadline-{row.pk}"),
            why=row.last_error,
            right="It is tried again by itself until it succeeds.",
        )


def _nobody_looks(cite: Cite, why: str) -> Item:
    return Item(
        Urgency.BLOCKED,
        "Nothing looks at the clock",
        cite,
        "See the deadlines",
        url_for("deadlines.index"),
        why=why,
        right="No deadline takes effect and no message is sent until it runs again: "
        "whoever keeps the machine restarts “flask serve”, or “flask tick” where "
        "it runs apart. Nothing is lost.",
    )


@tells()
def own_duties(session: Session, staff: Staff, now: datetime) -> Iterator[Item]:
    """Duties of one's own kind of work that are overdue or due within a day."""
    seen = kinds.seen_by(staff.roles - NO_DUTIES)
    for row in queries.open_duties(session, seen, now + SOON.value, MOST_DUTIES):
        late = now > row.due_at
        there = kinds.link_to(session, row.subject_kind, row.subject_id)
        yield Item(
            Urgency.DUE,
            row.title,
            Cite.kept(row.rule_id) or LATE,
            "Do it",
            there or url_for("deadlines.show", deadline_id=row.pk),
            why="Its time has passed." if late else "",
            due_at=row.due_at,
        )


@tells(Role.ADMIN, Role.COMPLIANCE)
def post(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Messages that could not be delivered."""
    undelivered = queries.undelivered(session, 1)
    if undelivered:
        yield Item(
            Urgency.DUE,
            f"A message to {undelivered[0].recipient} could not be delivered",
            HOUSE.at("CLOCK-3"),
            "See the messages",
            url_for("deadlines.index", _anchor="h-messages"),
            why=undelivered[0].last_error,
            right="It is tried again by itself until it is delivered.",
            due_at=undelivered[0].created_at,
        )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
