"""The states of a tournament and its steps: each with its gates, nothing else."""

from collections.abc import Mapping
from enum import StrEnum

from rulebook import HOUSE, Refused
from rulebook.terms.path import Path, State, Step
from tournaments.rules import play_gates, requirements
from tournaments.rules.facts import AtTable


class Status(State):
    """Where a tournament stands."""

    DRAFT = "draft"
    PUBLISHED = "published"
    ENTRIES_OPEN = "entries_open"
    SEATED = "seated"
    RUNNING = "running"
    FINISHED = "finished"
    SETTLED = "settled"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """What can be done to a tournament."""

    PUBLISH = "publish"
    AMEND = "amend"
    OPEN_ENTRIES = "open entries"
    TAKE_ENTRY = "take an entry"
    APPOINT_DEPUTY = "appoint a deputy"
    SEAT = "draw the seats"
    START_PLAY = "start play"
    NEXT_HAND = "deal the next hand"
    END_TABLE_EARLY = "end a table early"
    CLOSE_TABLE = "close a table"
    FINISH = "finish"
    SETTLE = "settle"
    CANCEL = "cancel"


STEPS: Mapping[tuple[Status, Action], Step[Status]] = {
    (Status.DRAFT, Action.PUBLISH): Step(Status.PUBLISHED, requirements.PUBLISH),
    (Status.PUBLISHED, Action.OPEN_ENTRIES): Step(
        Status.ENTRIES_OPEN, requirements.OPEN_ENTRIES
    ),
    (Status.ENTRIES_OPEN, Action.TAKE_ENTRY): Step(
        Status.ENTRIES_OPEN, requirements.TAKE_ENTRY
    ),
    **{
        (status, Action.TAKE_ENTRY): Step(status, requirements.TAKE_LATE_ENTRY)
        for status in (Status.SEATED, Status.RUNNING)
    },
    (Status.ENTRIES_OPEN, Action.SEAT): Step(Status.SEATED, requirements.SEAT),
    (Status.SEATED, Action.START_PLAY): Step(Status.RUNNING, play_gates.START_PLAY),
    (Status.RUNNING, Action.NEXT_HAND): Step(Status.RUNNING, play_gates.NEXT_HAND),
    (Status.RUNNING, Action.END_TABLE_EARLY): Step(
        Status.RUNNING, play_gates.END_TABLE_EARLY
    ),
    (Status.RUNNING, Action.CLOSE_TABLE): Step(Status.RUNNING, play_gates.CLOSE_TABLE),
    (Status.RUNNING, Action.FINISH): Step(Status.FINISHED, requirements.FINISH),
    (Status.FINISHED, Action.SETTLE): Step(Status.SETTLED, requirements.SETTLE),
    **{
        (status, Action.AMEND): Step(status, requirements.TERMS)
        for status in (Status.PUBLISHED, Status.ENTRIES_OPEN, Status.SEATED)
    },
    **{
        (status, Action.APPOINT_DEPUTY): Step(status, requirements.DEPUTY)
        for status in Status
        if status not in (Status.FINISHED, Status.SETTLED, Status.CANCELLED)
    },
    **{
        (status, Action.CANCEL): Step(Status.CANCELLED, requirements.CANCEL)
        for status in Status
        if status not in (Status.SETTLED, Status.CANCELLED)
    },
}


# The steps that lead from a draft to the end, in order.
PATH = Path(
    "tournament",
    STEPS,
    (
        (Status.DRAFT, None),
        (Status.PUBLISHED, Action.PUBLISH),
        (Status.ENTRIES_OPEN, Action.OPEN_ENTRIES),
        (Status.SEATED, Action.SEAT),
        (Status.RUNNING, Action.START_PLAY),
        (Status.FINISHED, Action.FINISH),
        (Status.SETTLED, Action.SETTLE),
    ),
    HOUSE.at("TOURN-15"),
)


def transition(status: Status, action: Action, facts: AtTable) -> Status | Refused:
    """The next status, or every reason why the tournament stays where it is."""
    return PATH.transition(status, action, facts)
