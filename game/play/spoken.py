"""Hands and cards as a dealer calls them."""

from collections import Counter
from collections.abc import Sequence

from game.cards import Card
from game.hands import Category, category, rank_hand

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
_SAID = {
    Category.ROYAL_FLUSH: "Royal flush",
    Category.STRAIGHT_FLUSH: "Straight flush",
    Category.FOUR_OF_A_KIND: "Four {0}s",
    Category.FULL_HOUSE: "Full house, {0}s over {1}s",
    Category.FLUSH: "Flush",
    Category.STRAIGHT: "Straight",
    Category.THREE_OF_A_KIND: "Three {0}s",
    Category.TWO_PAIR: "Two pairs, {0}s and {1}s",
    Category.PAIR: "Pair of {0}s",
    Category.HIGH_CARD: "{0} high",
}


def hand(cards: Sequence[Card]) -> str:
    """Five cards in words: “Pair of 9s”, “Two pairs, Kings and 4s”, “Ace high”."""
    often = Counter(card >> 2 for card in cards)
    in_order = sorted(often, key=lambda rank: (often[rank], rank), reverse=True)
    names = (_RANKS[rank] for rank in in_order)
    return _SAID[category(rank_hand(cards))].format(*names)
