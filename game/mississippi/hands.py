"""The hand of a box: its own two cards with the three that all share."""

from game.cards import Card
from game.hands import StudHand, rank_hand, stud_hand
from game.mississippi.round import Box, Round


def hand_of(hole: tuple[Card, ...], community: tuple[Card, ...]) -> StudHand:
    """The hand of a box: its two cards and the three shared ones, all of them."""
    return stud_hand(rank_hand(hole + community))


def all_known(now: Round, box: Box) -> bool:
    """Whether all five cards of a box have been turned."""
    if now.shown < 3:
        return False
    cards = box.hole + now.community
    return bool(cards) and min(cards) >= 0  # a card face down is below any card


def hand_at(now: Round, box: Box) -> StudHand | None:
    """The hand of a box, once all its cards are turned."""
    return hand_of(box.hole, now.community) if all_known(now, box) else None
