"""The states of a tournament and its steps: each with its gates, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rulebook import HOUSE, Refusal, Refused
from tournaments.rules import requirements
from tournaments.rules.facts import Facts
from tournaments.rules.gates import Gate


class Status(StrEnum):
    """Where a tournament stands."""

    DRAFT = "draft"
    PUBLISHED = "published"
    ENTRIES_OPEN = "entries_open"
    SEATED = "seated"
    RUNNING = "running"
    FINISHED = "finished"
    SETTLED = "settled"
    CANCELLED = "cancelled"

    @property
    def words(self) -> str:
        """The status as a person says it."""
        return self.value.replace("_", " ").capitalize()


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


@dataclass(frozen=True, slots=True)
class Step:
    """Where an action leads, and the gates before it."""

    to: Status
    gates: tuple[Gate, ...] = ()


STEPS: Mapping[tuple[Status, Action], Step] = {
    (Status.DRAFT, Action.PUBLISH): Step(Status.PUBLISHED, requirements.PUBLISH),
    (Status.PUBLISHED, Action.OPEN_ENTRIES): Step(
        Status.ENTRIES_OPEN, requirements.OPEN_ENTRIES
    ),
    (Status.ENTRIES_OPEN, Action.TAKE_ENTRY): Step(
        Status.ENTRIES_OPEN, requirements.TAKE_ENTRY
    ),
    (Status.ENTRIES_OPEN, Action.SEAT): Step(Status.SEATED, requirements.SEAT),
    (Status.SEATED, Action.START_PLAY): Step(Status.RUNNING, requirements.START_PLAY),
    (Status.RUNNING, Action.NEXT_HAND): Step(Status.RUNNING, requirements.NEXT_HAND),
    (Status.RUNNING, Action.END_TABLE_EARLY): Step(
        Status.RUNNING, requirements.END_TABLE_EARLY
    ),
    (Status.RUNNING, Action.CLOSE_TABLE): Step(
        Status.RUNNING, requirements.CLOSE_TABLE
    ),
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


def transition(status: Status, action: Action, facts: Facts) -> Status | Refused:
    """The next status, or every reason why the tournament stays where it is."""
    step = STEPS.get((status, action))
    if step is None:
        ready = [s.words.lower() for s, a in STEPS if a is action]
        wrong = f"The tournament is {status.words.lower()}: “{action}” is no step now."
        right = f"It is one while the tournament is {' or '.join(ready)}."
        return Refused((Refusal(HOUSE.at("TOURN-15"), wrong, right),))
    refusals = tuple(r for gate in step.gates for r in gate.guard(facts))
    return Refused(tuple(dict.fromkeys(refusals))) if refusals else step.to
