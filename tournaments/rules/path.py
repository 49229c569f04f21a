"""The path of a tournament: what is done, what is missing, what settles it."""

from dataclasses import dataclass
from enum import StrEnum

from rulebook import Cite, Refusal
from tournaments.rules.facts import Facts
from tournaments.rules.gates import Gate, Remedy
from tournaments.rules.lifecycle import STEPS, Action, Status

# The steps that lead from a draft to the end, in order.
WAY = (
    (Status.DRAFT, None),
    (Status.PUBLISHED, Action.PUBLISH),
    (Status.ENTRIES_OPEN, Action.OPEN_ENTRIES),
    (Status.SEATED, Action.SEAT),
    (Status.RUNNING, Action.START_PLAY),
    (Status.FINISHED, Action.FINISH),
    (Status.SETTLED, Action.SETTLE),
)


class Progress(StrEnum):
    """How far the tournament is with a milestone."""

    DONE = "done"
    NEXT = "next"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Tick:
    """One gate with its rule: open or not, and the act that settles it."""

    title: str
    cite: Cite
    refusals: tuple[Refusal, ...]
    remedy: Remedy
    detail: str  # who, when or how many

    @property
    def is_done(self) -> bool:
        """Whether the gate is open."""
        return not self.refusals


@dataclass(frozen=True, slots=True)
class Milestone:
    """One state on the path and the gates before it."""

    status: Status
    action: Action | None
    progress: Progress
    ticks: tuple[Tick, ...]

    @property
    def missing(self) -> int:
        """How many gates are still shut."""
        return sum(not tick.is_done for tick in self.ticks)

    @property
    def may_go(self) -> bool:
        """Whether the step to this state can be taken now."""
        return self.progress is Progress.NEXT and not self.missing


def path(status: Status, facts: Facts) -> tuple[Milestone, ...]:
    """Every milestone with its gates; a cancelled tournament has no way to go."""
    order = [each for each, _ in WAY]
    if status not in order:
        return ()
    reached = order.index(status)
    return tuple(
        _milestone(at - reached, milestone, action, facts)
        for at, (milestone, action) in enumerate(WAY)
    )


def _milestone(
    ahead: int, status: Status, action: Action | None, facts: Facts
) -> Milestone:
    progress = {1: Progress.NEXT}.get(ahead, Progress.LATER)
    if ahead <= 0:
        progress = Progress.DONE
    gates = _gates(status, action)
    ticks = tuple(_tick(gate, facts, past=ahead <= 0) for gate in gates)
    return Milestone(status, action, progress, ticks)


def _gates(status: Status, action: Action | None) -> tuple[Gate, ...]:
    found = (s.gates for (_, a), s in STEPS.items() if a is action and s.to is status)
    return next(found, ())


def _tick(gate: Gate, facts: Facts, *, past: bool) -> Tick:
    """A step that was taken had its gates open; they are not asked again."""
    refusals = () if past else tuple(gate.guard(facts))
    return Tick(gate.title, gate.cite, refusals, gate.remedy, gate.detail(facts))
