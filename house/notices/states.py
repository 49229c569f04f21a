"""How a deadline stands at an instant."""

from datetime import datetime, timedelta
from enum import StrEnum

from house.notices.models import DeadlineRow
from rulebook import HOUSE, Cited

SOON = Cited(timedelta(hours=24), HOUSE.at("NOTICE-1"))
LATE = HOUSE.at("NOTICE-2")


class State(StrEnum):
    """Waiting until a day before, then due, then overdue; met or called off."""

    WAITING = "waiting"
    DUE = "due"
    OVERDUE = "overdue"
    MET = "met"
    CALLED_OFF = "called off"


def state(deadline: DeadlineRow, now: datetime) -> State:
    """How it stands: at its very time it is still due, an instant later overdue."""
    if deadline.called_off_at is not None:
        return State.CALLED_OFF
    if deadline.met_at is not None:
        return State.MET
    if now > deadline.due_at:
        return State.OVERDUE
    return State.DUE if now >= deadline.due_at - SOON.value else State.WAITING


def met_late(deadline: DeadlineRow) -> bool:
    """Whether a duty was met, but only after its time."""
    met = deadline.met_at
    return deadline.duty and met is not None and met > deadline.due_at
