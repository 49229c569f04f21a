"""What a game pays, as the price list beside the cards shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.hands import Category, StudHand
from game.rulebooks.mississippi import HandRules
from rulebook import Cite, Cited

_HANDS: Mapping[str, str] = {
    StudHand.PAIR_J_A: "Pair, Jacks or better",
    Category.TWO_PAIR: "Two pairs",
    Category.HIGH_CARD: "Ace and King",
}
_RANKS = {"T": "10"}


@dataclass(frozen=True, slots=True)
class PriceList:
    """What each hand or area pays, and the rule that says so."""

    rows: tuple[tuple[str, str], ...]
    cite: Cite
    notes: tuple[Cited[str], ...] = ()  # how the hands are read


def stud_odds(pays: Mapping[Any, int]) -> tuple[tuple[str, str], ...]:
    """What each poker hand pays, in words."""
    return tuple((_named(hand), f"{to_one} to 1") for hand, to_one in pays.items())


def _named(hand: str) -> str:
    return _HANDS.get(hand, hand.replace("_", " ").capitalize())


def how_hands_are_read(rules: HandRules) -> tuple[Cited[str], ...]:
    """How a document reads a hand: its cards, their order, and what suits count for."""
    order, combined, low = rules.order, rules.combined, rules.small_straight
    suits = "Suits rank" if rules.suits_rank.value else "No suit is above another"
    return (
        Cited(f"{combined.value} cards make the hand", combined.cite),
        Cited(" ".join(_RANKS.get(r, r) for r in order.value), order.cite),
        Cited(f"{' '.join(low.value)} is the lowest straight", low.cite),
        Cited(suits, rules.suits_rank.cite),
    )
