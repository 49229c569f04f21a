"""How often one made hand beats another when both come from the same deck.

Two players' hands share no card. Counting pairs of hands without that condition is
easy, and inclusion–exclusion over the cards they would share puts it right: the pairs
that share nothing are all pairs, less those sharing one card, plus those sharing two,
and so on. Hands holding given cards depend only on what those cards look like.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb, prod

from game.hands import LAST_RANK, Category, category, standings
from game.odds.streets import View, next_views, views

# The Dealer plays with ace-king or better: of the hands without a pair, those with
# an ace, a king and three of the eleven lower ranks, the straight left out.
LAST_PLAYING_RANK = LAST_RANK[Category.PAIR] + comb(11, 3) - 1
HANDS = comb(52, 5)

Ranked = Mapping[int, int]  # hands of each rank


@dataclass(frozen=True, slots=True)
class Against:
    """What the Dealer can hold against a hand, by what it does to the hand."""

    no_hand: int = 0
    lower: int = 0
    equal: int = 0
    higher: int = 0

    def plus(self, other: "Against", times: int = 1) -> "Against":
        """These and so many times those."""
        return Against(
            self.no_hand + times * other.no_hand,
            self.lower + times * other.lower,
            self.equal + times * other.equal,
            self.higher + times * other.higher,
        )

    @property
    def total(self) -> int:
        """All of them together."""
        return self.no_hand + self.lower + self.equal + self.higher


MADE = tuple(hand for hand in Category if hand is not Category.HIGH_CARD)


@cache
def made_hands() -> Mapping[Category, Against]:
    """Every pair of a made hand and a Dealer's hand from one deck, by the hand."""
    totals: dict[Category, Against] = {hand: Against() for hand in MADE}
    for sign, sets, hands in _shared():
        for hand, pairs in _pairs(hands).items():
            totals[hand] = totals[hand].plus(pairs, sign * sets)
    return totals


def _shared() -> Iterator[tuple[int, int, Ranked]]:
    """Sets of shared cards: their sign, how many alike, and the hands holding them."""
    yield 1, 1, all_hands()
    for rank in range(13):
        yield -1, 4, holding(View((rank,), suited=True))
    for cards in (2, 3, 4):
        for view in views(cards):
            if sets := alike(view):
                yield (-1) ** cards, sets, holding(view)
    for rank, hands in all_hands().items():
        yield -1, hands, {rank: 1}


def alike(view: View) -> int:
    """How many sets of cards look like this."""
    if view.suited:
        return 4
    times = Counter(view.ranks).values()
    mono = 4 if len(times) == len(view.ranks) else 0
    return prod(comb(4, n) for n in times) - mono


@cache
def all_hands() -> Ranked:
    """How many of the 2,598,960 hands there are of each rank."""
    unsuited, suited = standings()
    hands = {
        place: alike(View(ranks, suited=False)) for ranks, place in unsuited.items()
    }
    return hands | dict.fromkeys(suited.values(), 4)


@cache
def holding(view: View) -> Ranked:
    """The hands of each rank that hold cards which look like this."""
    if len(view.ranks) == 5:
        return {standings()[view.suited][view.ranks]: 1}
    hands: Counter[int] = Counter()
    for seen, cards in next_views(view):
        for rank, ways in holding(seen).items():
            hands[rank] += cards * ways
    # Each of the cards still missing may have been the one added first.
    missing = 5 - len(view.ranks)
    return {rank: ways // missing for rank, ways in hands.items()}


def _pairs(hands: Ranked) -> Mapping[Category, Against]:
    """Pairs of these hands, a made one first, that need not be from one deck."""
    ranks = sorted(hands)
    up_to = dict(zip(ranks, accumulate(hands[rank] for rank in ranks), strict=True))
    every = sum(hands.values())
    plays = sum(n for rank, n in hands.items() if rank <= LAST_PLAYING_RANK)
    totals: dict[Category, Against] = {}
    for rank in ranks:
        if rank > LAST_RANK[Category.PAIR]:
            break
        hand, ways = category(rank), hands[rank]
        against = Against(every - plays, plays - up_to[rank], ways, up_to[rank] - ways)
        totals[hand] = totals.get(hand, Against()).plus(against, ways)
    return totals
