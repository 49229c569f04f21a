"""What the page of a path says: milestones, reasons, and what settles each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic

from rulebook import Refusal
from rulebook.terms.path import A, Milestone, Path, Progress, S, Tick

MOST_REASONS = 4  # of one gate; the page that settles it shows them all


class Way(StrEnum):
    """How an act is done: on a page of its own, or with one touch."""

    PAGE = "page"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class Settles:
    """The act that settles a gate: what it is called and where it is done."""

    label: str
    endpoint: str
    way: Way = Way.PAGE

    @property
    def on_page(self) -> bool:
        """Whether it is done on a page of its own."""
        return self.way is Way.PAGE


@dataclass(frozen=True, slots=True)
class Signposts(Generic[S, A]):
    """What a feature calls the acts and states of its path."""

    remedies: Mapping[StrEnum, Settles]
    steps: Mapping[A, Settles]
    means: Mapping[S, str]
    quiet: frozenset[S] = frozenset()  # states whose gates show only when they are next


@dataclass(frozen=True, slots=True)
class Shut:
    """A gate that is shut: some of its reasons, and what settles them."""

    tick: Tick
    reasons: tuple[Refusal, ...]
    more: int
    settles: Settles | None


@dataclass(frozen=True, slots=True)
class Shown(Generic[S, A]):
    """One milestone as the page shows it."""

    milestone: Milestone[S, A]
    step: Any  # that led to it, with its time and who took it
    shut: tuple[Shut, ...]
    means: str
    is_quiet: bool = False
    empty: frozenset[str] = frozenset()  # gates that open on nothing yet

    @property
    def mark(self) -> str:
        """How the path shows it."""
        marks = {Progress.DONE: "done", Progress.NEXT: "now", Progress.LATER: "later"}
        return marks[self.milestone.progress]

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The gates worth showing: of the next milestone those that are open, before
        it those that say something, after it also those still shut.
        """
        every = self.milestone.ticks
        every = tuple(t for t in every if not (t.is_done and t.title in self.empty))
        if self.is_next:
            return tuple(tick for tick in every if tick.is_done)
        if self.is_quiet:
            return ()
        if self.milestone.progress is Progress.DONE:
            return tuple(tick for tick in every if tick.detail)
        return tuple(t for t in every if not t.is_done or t.detail not in {"", "none"})

    @property
    def only_waits(self) -> bool:
        """Whether nothing but the clock stands before it: no act settles that."""
        return bool(self.shut) and not any(shut.settles for shut in self.shut)

    @property
    def is_next(self) -> bool:
        """Whether this is the milestone to come."""
        return self.milestone.progress is Progress.NEXT


def shown(  # noqa: PLR0913, PLR0917
    path: Path[S, A],
    posts: Signposts[S, A],
    status: S,
    facts: Any,
    steps: Mapping[S, Any],
    empty: frozenset[str] = frozenset(),
) -> tuple[Shown[S, A], ...]:
    """The whole path; a step that was taken says when and by whom."""
    return tuple(
        Shown(
            each,
            steps.get(each.status),
            tuple(_shut(tick, posts) for tick in each.ticks if not tick.is_done),
            posts.means[each.status],
            each.status in posts.quiet,
            empty,
        )
        for each in path.milestones(status, facts)
    )


def _shut(tick: Tick, posts: Signposts[S, A]) -> Shut:
    first = tick.refusals[:MOST_REASONS]
    more = len(tick.refusals) - len(first)
    return Shut(tick, first, more, posts.remedies.get(tick.remedy))


@dataclass(frozen=True, slots=True)
class Next(Generic[A]):
    """The step to come: its act, and everything against it."""

    action: A
    settles: Settles
    missing: int

    @property
    def may(self) -> bool:
        """Whether it can be taken now."""
        return not self.missing


def next_step(
    milestones: tuple[Shown[S, A], ...], posts: Signposts[S, A]
) -> Next[A] | None:
    """The step to come, unless it is over."""
    for each in milestones:
        action = each.milestone.action
        if each.is_next and action is not None:
            return Next(action, posts.steps[action], each.milestone.missing)
    return None
