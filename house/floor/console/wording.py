"""How a console writes amounts, cards and wagers."""

from game.cards import RANKS, SUITS
from game.play.words import named
from house.units import written

SUIT_NAMES = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
RANK_NAMES = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
DECK = tuple(tuple(r + s for r in reversed(RANKS)) for s in "shdc")


def signed(value: int, unit: str) -> str:
    """What somebody won or lost."""
    return f"+{written(value, unit)}" if value > 0 else written(value, unit)


def wager(name: str) -> str:
    """A wager as it stands on the layout."""
    return named(name)


def card(code: str) -> str:
    """A card in words: “Queen of hearts”."""
    rank, suit = code[0], code[1]
    assert rank in RANKS
    assert suit in SUITS
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}s"
