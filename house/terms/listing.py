"""Lists of what is held by its terms: where each stands, and what comes next."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic

from house.desk import Item, Urgency
from house.terms.kind import Kind, R, T
from rulebook import Refusal
from rulebook.terms import wording
from rulebook.terms.path import Milestone


@dataclass(frozen=True, slots=True)
class Listed(Generic[R]):
    """One in the list, with its next step and what stands before it."""

    row: R
    status: StrEnum
    step: str = ""
    reasons: tuple[Refusal, ...] = ()
    only_waits: bool = False  # for the clock, and nobody's act
    entries: str = ""  # how many there are, and of how many

    @property
    def missing(self) -> int:
        """How many reasons stand before the next step."""
        return len(self.reasons)

    @property
    def first(self) -> Refusal | None:
        """The first of them."""
        return self.reasons[0] if self.reasons else None

    def to_complete(self, href: str) -> Item | None:
        """What the desk says of terms that lack something."""
        if self.first is None:
            return None
        more = f" And {self.missing - 1} more." if self.missing > 1 else ""
        title = f"Complete the terms of {self.row.name}"
        why, right = f"{self.first.wrong}{more}", self.first.right
        rule = self.first.cite
        return Item(Urgency.NEXT, title, rule, "Write them", href, why, right)


@dataclass(frozen=True, slots=True)
class State(Generic[R]):
    """All that stand in one state."""

    status: StrEnum
    rows: tuple[Listed[R], ...]


def listed(  # noqa: PLR0913
    row: R,
    status: StrEnum,
    ahead: Milestone[Any, Any] | None,
    steps: Mapping[Any, str],
    *,
    waits: StrEnum | None = None,
    entries: str = "",
) -> Listed[R]:
    """One of them with what comes next; only the clock settles the remedy “waits”."""
    ticks = ahead.ticks if ahead else ()
    shut = [tick for tick in ticks if not tick.is_done]
    return Listed(
        row,
        status,
        steps[ahead.action] if ahead and ahead.action else "",
        tuple(reason for tick in ticks for reason in tick.refusals),
        bool(shut) and all(waits and tick.remedy is waits for tick in shut),
        entries,
    )


def by_state(
    found: Iterable[Listed[R]], order: Iterable[StrEnum]
) -> tuple[State[R], ...]:
    """State by state, in the order in which people look for them."""
    every = tuple(found)
    return tuple(
        State(status, held)
        for status in order
        if (held := tuple(one for one in every if one.status is status))
    )


def situation(
    kind: Kind[T, R], states: Iterable[State[R]], over: Collection[StrEnum]
) -> str:
    """How it stands, in a sentence."""
    every = tuple(states)
    if not every:
        return f"There is no {kind.noun} yet."
    many = sum(len(state.rows) for state in every if state.status not in over)
    said = wording.capital(wording.many(many, kind.noun))
    return f"{said} {'is' if many == 1 else 'are'} planned or under way."
