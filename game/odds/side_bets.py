"""The side bets of a Massachusetts table: 3 Card Bonus and Cover All, exactly."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb

from game.cards import DECK, Card
from game.hands import Category, ThreeCardHand, category, rank_hand, three_card_hand
from game.odds.holdings import Kinds, avoiding, holdings
from game.odds.streets import View, views
from game.side_bets import cover_all_odds, three_card_table

CATEGORIES = tuple(Category)
PAYING = CATEGORIES[: CATEGORIES.index(Category.THREE_OF_A_KIND) + 1]
_NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class SideBet:
    """The long run of one side bet, per unit staked on it."""

    ev: Fraction
    chances: Mapping[ThreeCardHand, Fraction] | Mapping[Category, Fraction]


def three_card_bonus(table: str) -> SideBet:
    """The 3 Card Bonus under one of its pay tables, over all 22,100 boards."""
    odds = three_card_table(table).odds
    chances = {
        hand: Fraction(n, comb(52, 3)) for hand, n in three_card_frequencies().items()
    }
    to_one = {hand: odds(hand) for hand in chances}
    won = {hand: -1 if n is None else n for hand, n in to_one.items()}
    return SideBet(sum((p * won[hand] for hand, p in chances.items()), _NONE), chances)


@cache
def three_card_frequencies() -> Mapping[ThreeCardHand, int]:
    """How many of the 22,100 boards are in each class."""
    hands = Counter(three_card_hand(cards) for cards in combinations(DECK, 3))
    return {hand: hands[hand] for hand in ThreeCardHand}


def cover_all(players: int) -> SideBet:
    """Cover All with so many players dealt in, of whom nobody folds."""
    odds = cover_all_odds(players)
    chances = best_hand_chances(players)
    # A winner gets its odds and keeps the stake that everyone has put up.
    ev = sum((p * (odds[hand] + 1) for hand, p in chances.items()), Fraction(-1))
    return SideBet(ev, chances)


@cache
def best_hand_chances(players: int) -> Mapping[Category, Fraction]:
    """The chance of each class that Cover All pays to be the best of the table."""
    dealt = comb(52, 3) * holdings(49, players)
    # [i] = deals in which no hand is better than PAYING[i], then than the worst paid
    none_better = [0] * (len(PAYING) + 1)
    for board in boards():
        for limit in range(len(none_better)):
            none_better[limit] += board.deals * board.holdings(players, limit)
    exactly = [more - less for more, less in pairwise(none_better)]
    return {c: Fraction(n, dealt) for c, n in zip(PAYING, exactly, strict=True)}


@cache
def boards() -> "tuple[Board, ...]":
    """Every board that looks different from the others."""
    return tuple(Board(view) for view in views(3))


Kind = tuple[int, bool]  # a rank, and whether in the suit of a suited board


class Board:
    """Three community cards, standing for every board that looks like it."""

    def __init__(self, view: View) -> None:
        self.view = view
        suits = (0, 0, 0) if view.suited else (0, 1, 2)
        self.cards = [
            Card(4 * rank + suit) for rank, suit in zip(view.ranks, suits, strict=True)
        ]
        self.kinds: dict[Kind, list[Card]] = {}
        for card in DECK:
            if card not in self.cards:
                kind = card >> 2, view.suited and card & 3 == 0
                self.kinds.setdefault(kind, []).append(card)
        self.places = [
            [self._place(one, other) for other in self.kinds.values()]
            for one in self.kinds.values()
        ]

    @property
    def deals(self) -> int:
        """How many of the 22,100 boards look like this one."""
        if self.view.suited:
            return 4
        return {1: comb(4, 3), 2: comb(4, 2) * 4, 3: 4**3 - 4}[
            len(set(self.view.ranks))
        ]

    def holdings(self, players: int, limit: int) -> int:
        """Ways to give players hands, none of them in the best `limit` classes."""
        sizes = tuple(len(cards) for cards in self.kinds.values())
        better = tuple(tuple(n < limit for n in row) for row in self.places)
        return avoiding(49, players, Kinds(sizes, better))

    def _place(self, one: list[Card], other: list[Card]) -> int:
        """Where the hand with a card of each of two kinds stands among the classes."""
        first, second = one[0], other[-1]
        if first == second:  # the only card of its kind cannot be held twice
            return len(CATEGORIES)
        return CATEGORIES.index(category(rank_hand((*self.cards, first, second))))
