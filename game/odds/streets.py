"""Mississippi Stud seen from a seat: what the cards so far still leave open.

Suits matter only while every card seen is of one suit, so a seat's view is its ranks
and whether they are suited: 169 starting hands, 741 views on 4th Street and 2535 on
5th. Views whose futures are the same are one state. None of it knows a pay table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple, TypeVar

from game.cards import RANKS
from game.hands import StudHand, standings, stud_hand

HANDS = tuple(StudHand)


class View(NamedTuple):
    """The cards a seat has seen: ascending ranks, all of one suit or not."""

    ranks: tuple[int, ...]
    suited: bool


Futures = tuple[tuple[int, int], ...]  # (state on the next street, cards leading there)


@dataclass(frozen=True, slots=True)
class Start:
    """One of the 169 starting hands: its state and how many deals give it."""

    state: int
    deals: int


@dataclass(frozen=True, slots=True)
class Streets:
    """Every state of the game, street by street, from the last one back."""

    fifth: tuple[tuple[int, ...], ...]  # last cards that end in each of HANDS
    fourth: tuple[Futures, ...]
    third: tuple[Futures, ...]
    starts: Mapping[str, Start]
    states: Mapping[int, Mapping[View, int]]  # by the number of cards seen


def next_views(view: View) -> Iterator[tuple[View, int]]:
    """Every view one more card can lead to, and how many cards do."""
    for rank in range(13):
        left = 4 - view.ranks.count(rank)
        ranks = tuple(sorted((*view.ranks, rank)))
        if view.suited and rank not in view.ranks:
            yield View(ranks, suited=True), 1
            left -= 1
        if left:
            yield View(ranks, suited=False), left


def views(cards: int) -> Iterator[View]:
    """Every view of so many cards."""
    for ranks in combinations_with_replacement(range(13), cards):
        yield View(ranks, suited=False)
        if len(set(ranks)) == cards:
            yield View(ranks, suited=True)


def name(view: View) -> str:
    """A starting hand as players write it: AA, AKs, AKo."""
    low, high = view.ranks
    kind = "" if low == high else "s" if view.suited else "o"
    return RANKS[high] + RANKS[low] + kind


def _deals(view: View) -> int:
    low, high = view.ranks
    return 6 if low == high else 4 if view.suited else 12


def _endings(view: View) -> tuple[int, ...]:
    ends: Counter[StudHand] = Counter()
    for (ranks, suited), cards in next_views(view):
        if ranks[0] != ranks[4]:
            ends[stud_hand(standings()[suited][ranks])] += cards
    return tuple(ends[hand] for hand in HANDS)


Future = TypeVar("Future", Futures, tuple[int, ...])


def _states(
    futures: Mapping[View, Future],
) -> tuple[tuple[Future, ...], dict[View, int]]:
    """Number the distinct futures, and say which of them each view has."""
    numbers = {future: n for n, future in enumerate(dict.fromkeys(futures.values()))}
    return tuple(numbers), {view: numbers[f] for view, f in futures.items()}


def _street(cards: int, onwards: Mapping[View, int]) -> dict[View, Futures]:
    futures: dict[View, Futures] = {}
    for view in views(cards):
        leads: Counter[int] = Counter()
        for seen, count in next_views(view):
            leads[onwards[seen]] += count
        futures[view] = tuple(sorted(leads.items()))
    return futures


@cache
def streets() -> Streets:
    """All states of the game, worked out once."""
    fifth, on_fifth = _states({view: _endings(view) for view in views(4)})
    fourth, on_fourth = _states(_street(3, on_fifth))
    third, on_third = _states(_street(2, on_fourth))
    starts = {name(view): Start(on_third[view], _deals(view)) for view in views(2)}
    states = {2: on_third, 3: on_fourth, 4: on_fifth}
    return Streets(fifth, fourth, third, starts, states)


@cache
def frequencies() -> Mapping[StudHand, int]:
    """How many of the 2,598,960 hands of five cards are in each class."""
    unsuited, suited = standings()
    hands = dict.fromkeys(HANDS, 0)
    for ranks, place in unsuited.items():
        deals = prod(comb(4, times) for times in Counter(ranks).values())
        hands[stud_hand(place)] += deals - 4 * (ranks in suited)
    for place in suited.values():
        hands[stud_hand(place)] += 4
    return hands
