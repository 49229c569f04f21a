"""Cards and the deck."""

from collections.abc import Iterable, Sequence
from typing import NewType

# A card is an int 0..51: its rank is card >> 2 (deuce 0 to ace 12), its suit card & 3.
Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(Card(number) for number in range(52))

_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_NAME = dict(zip(_NAMES, DECK, strict=True))
# Most hands that are read are a player's two cards: they are known by heart.
_TWO = {a + b: (_BY_NAME[a], _BY_NAME[b]) for a in _NAMES for b in _NAMES}


def parse(text: str) -> tuple[Card, ...]:
    """Read cards written one after another, such as “AcKdTh”."""
    if two := _TWO.get(text):
        return two
    places = range(0, len(text), 2)
    try:
        return tuple([_BY_NAME[text[place : place + 2]] for place in places])
    except KeyError as unknown:
        raise ValueError(
            f"“{unknown.args[0]}” is no card: write a rank of {RANKS} "
            f"and a suit of {SUITS}, such as “Th”."
        ) from None


def show(cards: Iterable[Card]) -> str:
    """Write cards one after another, such as “AcKdTh”."""
    return "".join(_NAMES[card] for card in cards)


def repeated(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that occur more than once, which one deck can never give."""
    if len(set(cards)) == len(cards):
        return ()
    return tuple(dict.fromkeys(card for card in cards if cards.count(card) > 1))
