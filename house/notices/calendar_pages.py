"""Deadlines as a calendar shows them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from flask import url_for

from house.notices.ical import Event
from house.notices.kinds import kind_of
from house.notices.models import DeadlineRow
from house.notices.states import State, state
from house.web import on_the_web

SAID = {
    State.OVERDUE: "Overdue: ",
    State.MET: "Met: ",
    State.CALLED_OFF: "Called off: ",
}


def as_events(rows: Iterable[DeadlineRow], now: datetime) -> Iterator[Event]:
    """Each deadline under a name that stays its own, with its rule and its page."""
    for row in rows:
        standing = state(row, now)
        yield Event(
            uid=f"deadline-{row.pk}@house-rules.invalid",
            at=row.due_at,
            summary=f"{SAID.get(standing, '')}{row.title}",
            description=f"{kind_of(row.kind).label}\nRule {row.rule_id}\n{_met(row)}",
            url=on_the_web(url_for("deadlines.show", deadline_id=row.pk)),
            called_off=standing is State.CALLED_OFF,
        )


def _met(row: DeadlineRow) -> str:
    return f"Met by {row.met_by_name}. {row.proof}".strip() if row.met_at else ""
