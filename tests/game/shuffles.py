"""Decks in an order that comes out the same every time."""

import random

from game.cards import DECK


def replayed(seed):
    """The deck in the order that this seed gives it."""
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return tuple(deck)
