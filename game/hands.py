"""What a hand is worth: five cards for the stud games, three for the 3 Card Bonus.

Every five-card hand has a rank from 1, the royal flush, to 7462, seven high; equal
ranks tie. The ranks are not a formula: all 7462 classes of hand are put in order of
strength once, and a hand's rank is its place in that order.
"""

from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, combinations_with_replacement

from game.cards import DECK, Card

JACK, ACE = 9, 12
SIX, TEN = 4, 8
WHEEL = (0, 1, 2, 3, ACE)  # A-2-3-4-5, the one straight in which an ace is low


class Category(StrEnum):
    """The classes of a five-card poker hand, best first."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"

    __hash__ = str.__hash__  # looked up for every wager


class StudHand(StrEnum):
    """The classes Mississippi Stud pays by: a lone pair counts by its rank."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR_J_A = "pair_j_a"
    PAIR_6_10 = "pair_6_10"
    PAIR_2_5 = "pair_2_5"
    HIGH_CARD = "high_card"

    __hash__ = str.__hash__  # looked up for every wager


class ThreeCardHand(StrEnum):
    """The classes of a three-card hand, best first: a straight beats a flush."""

    MINI_ROYAL = "mini_royal"
    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high_card"


_ORDER = tuple(Category)
_BY_SHAPE = {  # how often the ranks of a hand occur
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}


def is_straight(ranks: Sequence[int]) -> bool:
    """Whether five ascending ranks follow one another; K-A-2 never does."""
    in_a_row = ranks[4] - ranks[0] == 4 and len(set(ranks)) == 5
    return in_a_row or tuple(ranks) == WHEEL


def classify(ranks: Sequence[int], *, suited: bool) -> Category:
    """The class of five ascending ranks, all of one suit or not."""
    shape = tuple(sorted(map(ranks.count, set(ranks)), reverse=True))
    if shape in _BY_SHAPE:
        return _BY_SHAPE[shape]
    match suited, is_straight(ranks):
        case True, True:
            royal = ranks[0] == TEN
            return Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH
        case True, False:
            return Category.FLUSH
        case False, True:
            return Category.STRAIGHT
        case _:
            return Category.HIGH_CARD


def strength(ranks: Sequence[int], *, suited: bool) -> tuple[int, ...]:
    """A key that sorts hands from the strongest to the weakest."""
    category = classify(ranks, suited=suited)
    if tuple(ranks) == WHEEL:
        ranks = (-1, 0, 1, 2, 3)
    in_order = sorted(ranks, key=ranks.count)[::-1]
    return (_ORDER.index(category), *[-rank for rank in in_order])


@cache
def standings() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """The rank of every hand by its ascending ranks: unsuited, then suited hands."""
    unsuited = [
        ranks
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]  # there is no five of a kind
    ]
    classes = [(ranks, False) for ranks in unsuited]
    classes += [(ranks, True) for ranks in combinations(range(13), 5)]
    classes.sort(key=lambda hand: strength(hand[0], suited=hand[1]))
    places: tuple[dict[tuple[int, ...], int], ...] = ({}, {})
    for place, (ranks, suited) in enumerate(classes, start=1):
        places[suited][ranks] = place
    return places[0], places[1]


# No rank occurs five times in a hand, so the sum of these tells all five of them.
_WEIGHTS = tuple(5 ** (card >> 2) for card in DECK)


@cache
def _standings_by_weight() -> tuple[dict[int, int], dict[int, int]]:
    weights = _WEIGHTS[::4]  # one of each rank
    unsuited, suited = (
        {sum([weights[rank] for rank in ranks]): place for ranks, place in each.items()}
        for each in standings()
    )
    return unsuited, suited


def rank_hand(cards: Sequence[Card]) -> int:
    """The rank of five different cards, from 1 (royal flush) to 7462."""
    a, b, c, d, e = cards
    weight = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
    unsuited, suited = _standings_by_weight()
    one_suit = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
    return suited[weight] if one_suit else unsuited[weight]


# The last rank of each class, so that a class is found from a rank alone.
LAST_RANK = {
    Category.ROYAL_FLUSH: 1,
    Category.STRAIGHT_FLUSH: 10,
    Category.FOUR_OF_A_KIND: 166,
    Category.FULL_HOUSE: 322,
    Category.FLUSH: 1599,
    Category.STRAIGHT: 1609,
    Category.THREE_OF_A_KIND: 2467,
    Category.TWO_PAIR: 3325,
    Category.PAIR: 6185,
    Category.HIGH_CARD: 7462,
}
_LAST_RANKS = tuple(LAST_RANK.values())

# The 220 kickers of each pair lie together: aces first, deuces last.
LAST_STUD_RANK = {
    **{StudHand(c): last for c, last in LAST_RANK.items() if c is not Category.PAIR},
    StudHand.PAIR_J_A: LAST_RANK[Category.TWO_PAIR] + 220 * (ACE - JACK + 1),
    StudHand.PAIR_6_10: LAST_RANK[Category.TWO_PAIR] + 220 * (ACE - SIX + 1),
    StudHand.PAIR_2_5: LAST_RANK[Category.PAIR],
}
_STUD_ORDER = tuple(StudHand)
_LAST_STUD_RANKS = tuple(LAST_STUD_RANK[hand] for hand in _STUD_ORDER)


def category(rank: int) -> Category:
    """The class a five-card rank belongs to."""
    return _ORDER[bisect_left(_LAST_RANKS, rank)]


def stud_hand(rank: int) -> StudHand:
    """The Mississippi Stud class a five-card rank belongs to."""
    return _STUD_ORDER[bisect_left(_LAST_STUD_RANKS, rank)]


def three_card_hand(cards: Sequence[Card]) -> ThreeCardHand:
    """The class of three different cards; A-2-3 is a straight, K-A-2 is not."""
    ranks = low, middle, high = tuple(sorted(card >> 2 for card in cards))
    suited = len({card & 3 for card in cards}) == 1
    straight = ranks in ((low, low + 1, low + 2), (0, 1, ACE))
    if suited and straight:
        royal = low == ACE - 2
        return ThreeCardHand.MINI_ROYAL if royal else ThreeCardHand.STRAIGHT_FLUSH
    if low == high:
        return ThreeCardHand.THREE_OF_A_KIND
    if straight:
        return ThreeCardHand.STRAIGHT
    if suited:
        return ThreeCardHand.FLUSH
    is_pair = middle in (low, high)
    return ThreeCardHand.PAIR if is_pair else ThreeCardHand.HIGH_CARD
