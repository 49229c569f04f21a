"""What a game pays, as the price list beside the cards shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.hands import Category, StudHand
from rulebook import Cite

_HANDS: Mapping[str, str] = {
    StudHand.PAIR_J_A: "Pair, Jacks or better",
    Category.TWO_PAIR: "Two pairs",
    Category.HIGH_CARD: "Ace and King",
}


@dataclass(frozen=True, slots=True)
class PriceList:
    """What each hand or area pays, and the rule that says so."""

    rows: tuple[tuple[str, str], ...]
    cite: Cite


def stud_odds(pays: Mapping[Any, int]) -> tuple[tuple[str, str], ...]:
    """What each poker hand pays, in words."""
    return tuple((_named(hand), f"{to_one} to 1") for hand, to_one in pays.items())


def _named(hand: str) -> str:
    return _HANDS.get(hand, hand.replace("_", " ").capitalize())
