"""Which cards a side wager is judged on, and whether a fold ends it."""

from collections.abc import Sequence
from enum import StrEnum

from game.cards import Card


class CardsUsed(StrEnum):
    """The cards a side wager looks at."""

    COMMUNITY = "the three community cards"
    HOLE_AND_COMMUNITY = "the player's two cards and the three community cards"
    HAND = "the player's own five cards"


class OnFold(StrEnum):
    """What a fold does to a side wager."""

    LIVE = "the wager stays live"
    LOST = "the wager is lost"


def bonus_hand(
    used: CardsUsed, own: Sequence[Card], community: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """The cards a side wager is judged on; all of them count, none is chosen."""
    match used:
        case CardsUsed.COMMUNITY:
            return tuple(community)
        case CardsUsed.HOLE_AND_COMMUNITY:
            return (*own, *community)
        case CardsUsed.HAND:
            return tuple(own)
