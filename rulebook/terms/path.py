"""The way of whatever the terms are for: its steps, their gates, what is missing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from rulebook.cite import Cite
from rulebook.refusal import Refusal, Refused
from rulebook.terms import wording

Guard = Callable[[Any], Iterator[Refusal]]
S = TypeVar("S", bound="State")
A = TypeVar("A", bound=StrEnum)


class State(StrEnum):
    """Where something stands; a feature names its own states."""

    @property
    def words(self) -> str:
        """The state as a person says it."""
        return self.value.replace("_", " ").capitalize()


def nothing(_: Any) -> str:
    """Most gates say enough by their title."""
    return ""


@dataclass(frozen=True, slots=True)
class Gate:
    """One thing that must be so before a step is taken, and the act that settles it."""

    title: str
    cite: Cite
    guard: Guard
    remedy: StrEnum
    detail: Callable[[Any], str] = nothing


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """Where an action leads, and the gates before it."""

    to: S
    gates: tuple[Gate, ...] = ()


class Progress(StrEnum):
    """How far it is with a milestone."""

    DONE = "done"
    NEXT = "next"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Tick:
    """One gate with its rule: open or not, and the act that settles it."""

    title: str
    cite: Cite
    refusals: tuple[Refusal, ...]
    remedy: StrEnum
    detail: str  # who, when or how many

    @property
    def is_done(self) -> bool:
        """Whether the gate is open."""
        return not self.refusals


@dataclass(frozen=True, slots=True)
class Milestone(Generic[S, A]):
    """One state on the path and the gates before it."""

    status: S
    action: A | None
    progress: Progress
    ticks: tuple[Tick, ...]

    @property
    def missing(self) -> int:
        """How many gates are still shut."""
        return sum(not tick.is_done for tick in self.ticks)


@dataclass(frozen=True, slots=True)
class Path(Generic[S, A]):
    """Every step there is, and the ones that lead from a draft to the end."""

    noun: str  # what goes this way, such as “tournament”
    steps: Mapping[tuple[S, A], Step[S]]
    order: tuple[tuple[S, A | None], ...]
    in_order: Cite  # the rule that steps are taken in their order

    def transition(self, status: S, action: A, facts: Any) -> S | Refused:
        """The next status, or every reason why it stays as it is."""
        step = self.steps.get((status, action))
        if step is None:
            times = wording.listed(
                (f"“{s.words}”" for s, a in self.steps if a is action), "or"
            )
            wrong = f"The {self.noun} stands at “{status.words}”: no time to {action}."
            right = f"That is done at {times}."
            return Refused((Refusal(self.in_order, wrong, right),))
        refusals = tuple(r for gate in step.gates for r in gate.guard(facts))
        return Refused(tuple(dict.fromkeys(refusals))) if refusals else step.to

    def milestones(self, status: S, facts: Any) -> tuple[Milestone[S, A], ...]:
        """Every milestone with its gates; off the path there is no way to go."""
        order = [each for each, _ in self.order]
        if status not in order:
            return ()
        reached = order.index(status)
        return tuple(
            self._milestone(at - reached, state, action, facts)
            for at, (state, action) in enumerate(self.order)
        )

    def next_of(self, status: S, facts: Any) -> Milestone[S, A] | None:
        """The milestone to come, unless it is over."""
        ahead = self.milestones(status, facts)
        return next((m for m in ahead if m.progress is Progress.NEXT), None)

    def _milestone(
        self, ahead: int, status: S, action: A | None, facts: Any
    ) -> Milestone[S, A]:
        progress = Progress.NEXT if ahead == 1 else Progress.LATER
        if ahead <= 0:
            progress = Progress.DONE
        found = (s for (_, a), s in self.steps.items() if a is action)
        gates = next((s.gates for s in found if s.to is status), ())
        ticks = tuple(_tick(gate, facts, past=ahead <= 0) for gate in gates)
        return Milestone(status, action, progress, ticks)


def together(verdict: S | Refused, *besides: Refusal) -> S | Refused:
    """A verdict with more reasons against it, each once."""
    if not besides:
        return verdict
    found = verdict.refusals if isinstance(verdict, Refused) else ()
    return Refused(tuple(dict.fromkeys((*found, *besides))))


def _tick(gate: Gate, facts: Any, *, past: bool) -> Tick:
    """A step that was taken had its gates open; they are not asked again."""
    refusals = () if past else tuple(gate.guard(facts))
    return Tick(gate.title, gate.cite, refusals, gate.remedy, gate.detail(facts))
