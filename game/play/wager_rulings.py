"""Single wagers that a ruling returns, collects or carries over, in any game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from game.fates import WAGER_MOVES, Fate, RuledWager, ruled_on
from game.play.moves import Form, Move, form
from game.play.state import State
from rulebook import HOUSE, Cite, Refusal, Refused

R = TypeVar("R")
UNRULED = HOUSE.at("STEP-1")
JACKPOT = "jackpot"
FORMS: Mapping[str, Form] = {
    act: form("wagers", "cite", takes=("seat",)) for act in WAGER_MOVES
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a round in play as a ruling on its wagers finds it."""

    stakes: Mapping[str, int]
    void: bool = False


Hands = Mapping[int, Hand]


def rule_wagers(state: State[R], move: Move, hands: Hands) -> State[R] | Refused:
    """Decide whole wagers of a hand, each of them once; with no seat, of all void ones.

    Without a seat it does not matter which of the void hands has such a wager: a
    correction may still change that.
    """
    one = {move.seat: hands[move.seat]} if move.seat in hands else {}
    void = {seat: hand for seat, hand in hands.items() if hand.void}
    among = void if move.seat is None else one
    refusals = tuple(_against(state, move, among))
    if refusals:
        return Refused(refusals)
    fate, cite = WAGER_MOVES[move.act], move.cite or UNRULED
    fresh = [
        (seat, RuledWager(name, fate, cite))
        for seat in among
        for name in move.wagers
        if ruled_on(state.ruled_at(seat), name) is None
    ]
    return replace(state, ruled=(*state.ruled, *fresh))


def _against(state: State[R], move: Move, among: Hands) -> Iterator[Refusal]:
    cite = move.cite or UNRULED
    if not among:
        whose = "No hand is void" if move.seat is None else f"Seat {move.seat} has none"
        yield Refusal(cite, f"{whose} in play.", "Leave it as it is.", "seat")
    if not move.wagers:
        yield Refusal(cite, "No wager is named.", "Name one that lies there.", "wagers")
    if WAGER_MOVES[move.act] is Fate.CARRIED and set(move.wagers) - {JACKPOT}:
        wrong, right = "The wager is of this round.", "Only a jackpot wager waits."
        yield Refusal(cite, wrong, right, "wagers")
    for name in move.wagers if among else ():
        if all(ruled_on(state.ruled_at(seat), name) for seat in among):
            wrong = f"The {name} wager is ruled on already."
            yield Refusal(cite, wrong, "A wager is ruled on once.", "wagers")
        if not any(hand.void or hand.stakes.get(name) for hand in among.values()):
            wrong = f"Seat {move.seat} has no {name} wager."
            yield Refusal(cite, wrong, "Name one that lies there.", "wagers")


def carried_on(state: State[Any]) -> Mapping[tuple[int, str], Cite]:
    """The wagers that wait for the next round, each with its rule."""
    return {
        (seat, one.wager): one.cite
        for seat, one in state.ruled
        if one.fate is Fate.CARRIED
    }
