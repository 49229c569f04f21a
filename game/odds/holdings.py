"""How many ways there are to give hands to several players at once.

Two players never hold the same card, so their hands are not independent. Cards are
points and holdings of two cards are edges between them: players' holdings are a
matching, a set of edges that share no point. Cards that behave alike are one kind,
so a graph is its kinds: how many cards of each, and which kinds go together.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

Matchings = tuple[int, ...]  # [k] = ways to pick k holdings that share no card


class Kinds(NamedTuple):
    """Cards that behave alike, kind by kind, and which kinds make a holding."""

    sizes: tuple[int, ...]
    links: tuple[tuple[bool, ...], ...]  # a kind may be linked with itself

    def partners(self, kind: int) -> int:
        """How many cards one card of this kind makes a holding with."""
        row = self.links[kind]
        linked = sum(n for n, link in zip(self.sizes, row, strict=True) if link)
        return linked - row[kind] if self.sizes[kind] else 0

    def only(self, kinds: list[int]) -> "Kinds":
        """These kinds alone, in this order."""
        links = tuple(tuple(self.links[i][j] for j in kinds) for i in kinds)
        return Kinds(tuple(self.sizes[i] for i in kinds), links)

    def without(self, kind: int) -> "Kinds":
        """One card of a kind fewer."""
        sizes = self.sizes
        fewer = (*sizes[:kind], sizes[kind] - 1, *sizes[kind + 1 :])
        return Kinds(fewer, self.links)


def holdings(cards: int, players: int) -> int:
    """Ways to pick so many holdings of two from a deck, in no order."""
    ways = 1
    for player in range(players):
        ways = ways * comb(cards - 2 * player, 2) // (player + 1)
    return ways


def avoiding(cards: int, players: int, unwanted: Kinds) -> int:
    """Ways to give every player a holding that is none of the unwanted ones."""
    return sum(
        (-1) ** k * ways * holdings(cards - 2 * k, players - k)
        for k, ways in enumerate(matchings(merged(unwanted), players))
    )


def matchings(kinds: Kinds, most: int) -> Matchings:
    """Ways to pick 0, 1, … up to `most` holdings that share no card."""
    total: Matchings = (1,) + (0,) * most
    for group in _groups(kinds):
        total = _times(total, _matchings(kinds.only(group), most))
    return total


@cache
def _matchings(kinds: Kinds, most: int) -> Matchings:
    """The same for kinds that hang together, one card of the busiest at a time."""
    if not most:
        return (1,)
    busiest = max(range(len(kinds.sizes)), key=kinds.partners)
    left = kinds.without(busiest)
    ways = list(matchings(left, most))
    for other, linked in enumerate(kinds.links[busiest]):
        if linked and left.sizes[other]:
            rest = matchings(left.without(other), most - 1)
            for k, more in enumerate(rest, start=1):
                ways[k] += left.sizes[other] * more
    return tuple(ways)


def merged(kinds: Kinds) -> Kinds:
    """The same cards in as few kinds as possible."""
    leaders: list[int] = []
    sizes: dict[int, int] = {}
    for kind, size in enumerate(kinds.sizes):
        twin = next((k for k in leaders if _alike(kinds, k, kind)), kind)
        if twin == kind:
            leaders.append(kind)
        sizes[twin] = sizes.get(twin, 0) + size
    return Kinds(tuple(sizes[k] for k in leaders), kinds.only(leaders).links)


def _alike(kinds: Kinds, one: int, other: int) -> bool:
    """Whether the cards of two kinds are linked with exactly the same cards."""
    return kinds.links[one] == kinds.links[other]


def _groups(kinds: Kinds) -> Iterator[list[int]]:
    """The kinds that hang together, leaving out those with no partner."""
    waiting = [k for k in range(len(kinds.sizes)) if kinds.partners(k)]
    while waiting:
        group = [waiting.pop(0)]
        for kind in group:  # grows while it is walked
            near = [k for k in waiting if kinds.links[kind][k]]
            group.extend(near)
            waiting = [k for k in waiting if k not in near]
        yield sorted(group)


def _times(left: Matchings, right: Matchings) -> Matchings:
    ways = [0] * len(left)
    for (i, a), (j, b) in product(enumerate(left), enumerate(right)):
        if i + j < len(ways):
            ways[i + j] += a * b
    return tuple(ways)
