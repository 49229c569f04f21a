"""Cards that lie face down on a real table: in their place, but known to nobody.

The engine is given a stand-in for each of them, a number below any card's, and the
card itself when it is turned.
"""

from collections.abc import Iterable, Sequence

from game.cards import Card, show
from rulebook import HOUSE, Cite, Refusal

TURNED = HOUSE.at("CONSOLE-2")
HANDS_OFF = HOUSE.at("CONSOLE-3")


def stand_in(number: int) -> Card:
    """The stand-in for the card that leaves the device as this number, from 0."""
    return Card(-1 - number)


def unknown(card: Card) -> bool:
    """Whether nobody has seen this card yet."""
    return card < 0


def known(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards among these that have been turned."""
    return tuple(card for card in cards if card >= 0)


def turned(lying: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """A hand with its unknown cards replaced by those that were turned, in order."""
    fresh = iter(cards)
    return tuple(next(fresh) if unknown(card) else card for card in lying)


def plain(card: Card | None) -> str | None:
    """A card as it is written down; one that may not be seen is nothing."""
    return None if card is None or unknown(card) else show((card,))


def turning(
    lying: Sequence[Card], cards: Sequence[Card], out: Iterable[Card], deck: Cite
) -> list[Refusal]:
    """Why these cards cannot be what lies there."""
    wanted = sum(unknown(card) for card in lying)
    found = []
    if len(cards) != wanted:
        wrong = f"{len(cards)} cards are keyed where {wanted} are turned."
        found.append(Refusal(TURNED, wrong, f"Key {wanted}.", "cards"))
    return found + twice(cards, out, deck)


def twice(cards: Sequence[Card], out: Iterable[Card], deck: Cite) -> list[Refusal]:
    """Refuse a card that has come before, or comes twice among these."""
    gone = set(known(out))
    again = [c for n, c in enumerate(cards) if c in gone or c in cards[:n]]
    right = "One deck has each card once."
    return [
        Refusal(deck, f"{show((card,))} is out already.", right, "cards")
        for card in dict.fromkeys(again)
    ]
