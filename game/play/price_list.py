"""What a game pays, as the price list beside the cards shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.hands import Category, StudHand
from game.play.state import State
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


def _stud(pays: Mapping[Any, int]) -> tuple[tuple[str, str], ...]:
    return tuple((_named(hand), f"{to_one} to 1") for hand, to_one in pays.items())


def _named(hand: str) -> str:
    return _HANDS.get(hand, hand.replace("_", " ").capitalize())


def of_mississippi(state: State[Any]) -> PriceList:
    """The odds of the ante and the street bets."""
    pays = state.round.table.rules.settlement.pays
    return PriceList(_stud(pays.value), pays.cite)


def of_caribbean(state: State[Any]) -> PriceList:
    """The odds of the Bet; the ante pays even money."""
    pays = state.round.table.rules.settlement.bet_pays
    return PriceList(_stud(pays.value), pays.cite)


def of_baccarat(state: State[Any]) -> PriceList:
    """What the three areas pay."""
    rules = state.round.rules
    commission = rules.commission.value.rate
    rows = (
        ("Player", f"{rules.player_pays.value} to 1"),
        ("Banker", f"{rules.banker_pays.value} to 1 less {commission * 100}%"),
        ("Tie", f"{rules.tie_pays.value} to 1"),
    )
    return PriceList(rows, rules.commission.cite)
