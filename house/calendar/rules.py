"""What is planned, and which of it falls together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rulebook import HOUSE, Cite

TOGETHER: Cite = HOUSE.at("PROMOTION-28")


@dataclass(frozen=True, slots=True)
class Planned:
    """Something the house holds from one instant to another, and where it says more."""

    name: str
    kind: str  # such as “Tournament” or “Draw”
    starts_at: datetime
    ends_at: datetime
    place: str
    href: str

    def meets(self, other: "Planned") -> bool:
        """Whether two things share an instant; a draw belongs to its promotion."""
        share = self.starts_at < other.ends_at and other.starts_at < self.ends_at
        return share and self.href != other.href


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the calendar, with whatever falls together with it."""

    planned: Planned
    with_: tuple[Planned, ...]

    @property
    def same_place(self) -> tuple[Planned, ...]:
        """What is in the same place at the same time."""
        mine = self.planned.place.strip().lower()
        return tuple(each for each in self.with_ if each.place.strip().lower() == mine)


def calendar(planned: Iterable[Planned], now: datetime) -> tuple[Entry, ...]:
    """Everything that is not over, the next first, with its overlaps."""
    ahead = sorted(
        (each for each in planned if each.ends_at > now),
        key=lambda each: (each.starts_at, each.name, each.kind),
    )
    return tuple(
        Entry(one, tuple(each for each in ahead if each is not one and one.meets(each)))
        for one in ahead
    )
