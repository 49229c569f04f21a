"""The states of a promotion and its steps: each with its gates, nothing else."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from promotions.rules import requirements
from promotions.rules.facts import Facts
from rulebook import HOUSE, Refusal, Refused
from rulebook.terms.path import Gate, Path, State, Step


class Status(State):
    """Where a promotion stands."""

    DRAFT = "draft"
    APPROVED = "approved"
    LODGED = "lodged"
    RUNNING = "running"
    CLOSED = "closed"
    DRAWN = "drawn"
    COMPLETED = "completed"
    POSTPONED = "postponed"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """What can be done to a promotion."""

    APPROVE = "approve"
    AMEND = "amend"
    LODGE = "lodge"
    START = "start"
    CLOSE = "close"
    DRAW = "draw"
    COMPLETE = "complete"
    POSTPONE = "postpone"
    GO_ON_RUNNING = "go on running"
    GO_ON_TO_THE_DRAW = "go on to the draw"
    CANCEL = "cancel"


OVER = frozenset({Status.COMPLETED, Status.CANCELLED})


def _back_to(status: Status) -> Gate:
    """A postponed promotion goes back to where it stood."""

    def guard(facts: Facts) -> Iterator[Refusal]:
        if facts.postponed_from != status.value:
            wrong = f"It was postponed while {facts.postponed_from}."
            yield Refusal(requirements.PUT_OFF, wrong, "It goes on from there.")

    remedy = requirements.Remedy.WAIT
    return Gate("Where it stood", HOUSE.at("PROMOTION-24"), guard, remedy)


STEPS: Mapping[tuple[Status, Action], Step[Status]] = {
    (Status.DRAFT, Action.APPROVE): Step(Status.APPROVED, requirements.APPROVE),
    (Status.APPROVED, Action.LODGE): Step(Status.LODGED, requirements.LODGE),
    (Status.LODGED, Action.START): Step(Status.RUNNING, requirements.START),
    (Status.RUNNING, Action.CLOSE): Step(Status.CLOSED, requirements.CLOSE),
    (Status.CLOSED, Action.DRAW): Step(Status.DRAWN, requirements.DRAW),
    (Status.DRAWN, Action.COMPLETE): Step(Status.COMPLETED, requirements.COMPLETE),
    (Status.APPROVED, Action.AMEND): Step(Status.APPROVED, requirements.TERMS),
    (Status.LODGED, Action.AMEND): Step(Status.APPROVED, requirements.TERMS),
    (Status.RUNNING, Action.AMEND): Step(Status.RUNNING, requirements.TERMS),
    **{
        (status, Action.POSTPONE): Step(Status.POSTPONED, requirements.POSTPONE)
        for status in (Status.RUNNING, Status.CLOSED)
    },
    (Status.POSTPONED, Action.GO_ON_RUNNING): Step(
        Status.RUNNING, (*requirements.POSTPONE, _back_to(Status.RUNNING))
    ),
    (Status.POSTPONED, Action.GO_ON_TO_THE_DRAW): Step(
        Status.CLOSED, (*requirements.POSTPONE, _back_to(Status.CLOSED))
    ),
    **{
        (status, Action.CANCEL): Step(Status.CANCELLED, requirements.CANCEL)
        for status in Status
        if status not in OVER
    },
}


# The steps that lead from a draft to the end, in order.
PATH = Path(
    "promotion",
    STEPS,
    (
        (Status.DRAFT, None),
        (Status.APPROVED, Action.APPROVE),
        (Status.LODGED, Action.LODGE),
        (Status.RUNNING, Action.START),
        (Status.CLOSED, Action.CLOSE),
        (Status.DRAWN, Action.DRAW),
        (Status.COMPLETED, Action.COMPLETE),
    ),
    HOUSE.at("PROMOTION-11"),
)


def transition(status: Status, action: Action, facts: Facts) -> Status | Refused:
    """The next status, or every reason why the promotion stays where it is."""
    return PATH.transition(status, action, facts)
