"""What seats have to respect, and the swaps that make a drawn order respect it. Pure.

An entry may be limited to some places (a seat that was locked, seats that can be
reached without steps), and two entries may have to sit at different tables. Every such
entry takes the first place that suits it, beginning with the one it was drawn to; where
none is left, the last choice is taken back. The search is the same on every machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rulebook.terms import wording

NOBODY = 0  # entries are counted from one
MOST_TRIES = 100_000


@dataclass(frozen=True, slots=True)
class Place:
    """One seat in one session at one table."""

    session: int
    table: int  # the number on the floor
    seat: int

    @property
    def at(self) -> tuple[int, int]:
        """The table in its session: who sits there plays together."""
        return self.session, self.table

    @property
    def order(self) -> tuple[int, int, int]:
        """Where the place stands in a list: session, table, seat."""
        return self.session, self.table, self.seat

    def to_data(self) -> list[int]:
        """The place as a header has it."""
        return [self.session, self.table, self.seat]


class Why(StrEnum):
    """Why an entry does not sit where it was drawn."""

    LIMITED = "limited"
    APART = "apart"
    MAKES_ROOM = "makes-room"


@dataclass(frozen=True, slots=True)
class Swap:
    """An entry changed places with another, or took one that nobody had."""

    entry: int
    other: int
    why: Why

    def to_data(self) -> dict[str, Any]:
        """The swap as the public file has it."""
        return {"entry": self.entry, "with": self.other, "why": self.why.value}


@dataclass(frozen=True, slots=True)
class Rules:
    """What the seats respect: places by entry, and partners to be kept apart."""

    limited: Mapping[int, frozenset[int]]
    partners: Mapping[int, frozenset[int]]

    @classmethod
    def of(
        cls, limited: Sequence[Sequence[Any]], apart: Sequence[Sequence[int]]
    ) -> "Rules":
        """The rules as a header lists them."""
        partners: dict[int, set[int]] = {}
        for one, two in apart:
            partners.setdefault(one, set()).add(two)
            partners.setdefault(two, set()).add(one)
        return cls(
            {entry: frozenset(places) for entry, places in limited},
            {entry: frozenset(others) for entry, others in partners.items()},
        )

    def entries(self, places: int) -> list[int]:
        """Every entry with a rule: who has the fewest places first, then by number."""
        every = {*self.limited, *self.partners}
        return sorted(every, key=lambda e: (len(self.limited.get(e, range(places))), e))


@dataclass(frozen=True, slots=True)
class Stuck:
    """The entry for which no place could be found."""

    entry: int

    def sentence(self, rules: Rules) -> str:
        """What cannot be respected."""
        others = sorted(rules.partners.get(self.entry, ()))
        apart = f"apart from {wording.listed(map(str, others))}" if others else ""
        count = len(rules.limited.get(self.entry, ()))
        limited = f"at one of {count} places" if self.entry in rules.limited else ""
        both = " and ".join(part for part in (limited, apart) if part)
        return f"No place is left for entry {self.entry}, which has to sit {both}."


@dataclass(frozen=True, slots=True)
class Repaired:
    """An order that respects every rule, and the swaps from the one that was drawn."""

    order: tuple[int, ...]
    swaps: tuple[Swap, ...]


def repaired(
    places: Sequence[Place], drawn: Sequence[int], rules: Rules
) -> Repaired | Stuck:
    """Let every entry with a rule sit where it may, by as few swaps as the search."""
    found = _Search(places, drawn, rules).run()
    if isinstance(found, Stuck):
        return found
    order, swaps = list(drawn), []
    first = {entry: at for at, entry in enumerate(order)}
    index = dict(first)
    for entry, target in found.items():
        own = index[entry]
        if own == target:
            continue
        other = order[target]
        order[own], order[target] = other, entry
        index[entry], index[other] = target, own
        swaps.append(
            Swap(entry, other, _why(entry, first[entry], places, rules, found))
        )
    return Repaired(tuple(order), tuple(swaps))


def _why(
    entry: int,
    own: int,
    places: Sequence[Place],
    rules: Rules,
    found: Mapping[int, int],
) -> Why:
    """What was wrong with the place that an entry was drawn to."""
    if own not in rules.limited.get(entry, {own}):
        return Why.LIMITED
    partners = rules.partners.get(entry, ())
    if any(places[found[other]].at == places[own].at for other in partners):
        return Why.APART
    return Why.MAKES_ROOM


@dataclass(slots=True)
class _Search:
    """The search for places: forward while one suits, back where none is left."""

    places: Sequence[Place]
    drawn: Sequence[int]
    rules: Rules
    chosen: dict[int, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    tries: int = 0

    def run(self) -> dict[int, int] | Stuck:
        """A place for every entry with a rule, or the entry that got none."""
        who = self.rules.entries(len(self.places))
        index = {entry: at for at, entry in enumerate(self.drawn)}
        ways: list[Iterator[int]] = []
        furthest = 0
        while len(self.chosen) < len(who):
            at = len(self.chosen)
            furthest = max(furthest, at)
            if len(ways) == at:
                ways.append(self._way(who[at], index[who[at]]))
            place = next(ways[at], None)
            if place is not None:
                self.chosen[who[at]] = place
                self.taken.add(place)
                continue
            ways.pop()
            if not ways or self.tries > MOST_TRIES:
                return Stuck(who[furthest])
            self.taken.discard(self.chosen.pop(who[at - 1]))
        return self.chosen

    def _way(self, entry: int, own: int) -> Iterator[int]:
        """The places that suit an entry, from its own on and round to it again."""
        count = len(self.places)
        among = self.rules.limited.get(entry)
        onward = (
            ((own + step) % count for step in range(count))
            if among is None
            else sorted(among, key=lambda at: (at - own) % count)
        )
        for place in onward:
            self.tries += 1
            if self.tries > MOST_TRIES:
                return
            if place not in self.taken and not self._meets(entry, place):
                yield place

    def _meets(self, entry: int, place: int) -> bool:
        """Whether somebody to be kept apart has been given the same table."""
        return any(
            other in self.chosen
            and self.places[self.chosen[other]].at == self.places[place].at
            for other in self.rules.partners.get(entry, ())
        )
