"""Ace-king hands in Caribbean Stud: the only ones whose play depends on the up card.

Such a hand beats a Dealer who does not play and lower ace-kings, nothing else. What
the Dealer can hold depends on the ranks of the hand, the rank of the up card, and on
which of the hand's cards are of the up card's suit: those spoil flushes, which are
not hands without a pair. Suits beyond that do not matter.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

from game.hands import is_straight
from game.odds.showdowns import Against

ACE, KING = 1 << 12, 1 << 11
BEHIND = comb(46, 4)  # what the Dealer's other four cards can be

RankSet = int  # one bit for each rank, the deuce lowest


@dataclass(frozen=True, slots=True)
class Sight:
    """An ace-king hand with an up card, and what the Dealer can hold behind it."""

    hand: RankSet
    up: RankSet  # the rank of the up card
    same_suit: RankSet  # those of the hand that are of the up card's suit
    deals: int  # hands and up cards that look like this
    against: Against


@cache
def no_pairs() -> tuple[RankSet, ...]:
    """Five different ranks that are no straight: 1277 hands without a pair."""
    return tuple(
        sum(1 << rank for rank in ranks)
        for ranks in combinations(range(13), 5)
        if not is_straight(ranks)
    )


def is_ace_king(ranks: RankSet) -> bool:
    """Whether ace and king are among these ranks."""
    return ranks >= ACE | KING


@cache
def sights() -> tuple[Sight, ...]:
    """Every ace-king hand against every up card, as far as they differ."""
    hands = [ranks for ranks in no_pairs() if is_ace_king(ranks)]
    return tuple(
        sight for hand in hands for up in range(13) for sight in _sights(hand, 1 << up)
    )


def _sights(hand: RankSet, up: RankSet) -> Iterator[Sight]:
    """The hand against up cards of one rank, by the cards it has of their suit."""
    idle_hands, ace_kings = _dealers(up)
    # Of two sets of five ranks, the one with the higher top rank is the larger number.
    groups = (
        _Group(hand, up, idle_hands),
        _Group(hand, up, (ranks for ranks in ace_kings if ranks < hand)),
        _Group(hand, up, (ranks for ranks in ace_kings if ranks == hand)),
    )
    for same_suit in _parts(hand & ~up):
        if same_suit != hand:  # all five would be a flush
            idle, lower, equal = (group.hands(same_suit) for group in groups)
            higher = BEHIND - idle - lower - equal
            against = Against(idle, lower, equal, higher)
            deals = 4 * _deals(same_suit)
            yield Sight(hand, up, same_suit, deals, against)


@cache
def _dealers(up: RankSet) -> tuple[tuple[RankSet, ...], tuple[RankSet, ...]]:
    """Dealer's hands without a pair that hold the up card: idle ones, ace-kings."""
    held = [ranks for ranks in no_pairs() if ranks & up]
    ace_kings = tuple(ranks for ranks in held if is_ace_king(ranks))
    return tuple(ranks for ranks in held if ranks not in ace_kings), ace_kings


class _Group:
    """Dealer's hands without a pair that hold the up card, beside a player's hand."""

    def __init__(self, hand: RankSet, up: RankSet, dealers: Iterable[RankSet]) -> None:
        self.common = Counter(ranks & hand & ~up for ranks in dealers)
        # Four suits of each rank behind the up card, three where the hand has one.
        self.any_suits: int = sum(
            sets * 3 ** common.bit_count() * 4 ** (4 - common.bit_count())
            for common, sets in self.common.items()
        )

    def hands(self, same_suit: RankSet) -> int:
        """Ways to hold one of them, without the flushes that the hand leaves open."""
        flushes = sum(n for c, n in self.common.items() if not c & same_suit)
        return self.any_suits - flushes


def _parts(ranks: RankSet) -> Iterator[RankSet]:
    """Every part of a set of ranks, the whole and the empty one included."""
    part = ranks
    while part:
        yield part
        part = (part - 1) & ranks
    yield 0


def _deals(same_suit: RankSet) -> int:
    """Suits the hand can have with just these of one given suit, flushes left out."""
    others: int = 3 ** (5 - same_suit.bit_count())
    return others if same_suit else others - 3
