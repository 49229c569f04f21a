"""Single wagers that a ruling returns, collects or carries over, in any game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.fates import WAGER_MOVES, Fate, Ruled, RuledWager, ruled_on
from game.play.moves import Move, form
from rulebook import Refusal

JACKPOT = "jackpot"
FORM = form("wagers", "cite", takes=("seat",))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a round in play as a ruling on its wagers finds it."""

    stakes: Mapping[str, int]
    fates: Ruled
    void: bool = False


def among(move: Move, hands: Mapping[int, Hand]) -> Mapping[int, Hand]:
    """Whose wagers a move decides: those of its seat; with none, of all void hands.

    Without a seat it does not matter which of them has such a wager, as a correction
    may still change that.
    """
    if move.seat is None:
        return {seat: hand for seat, hand in hands.items() if hand.void}
    return {move.seat: hands[move.seat]} if move.seat in hands else {}


def against(move: Move, hands: Mapping[int, Hand]) -> Iterator[Refusal]:
    """A ruling decides whole wagers that lie there, each of them once."""
    found, cite = among(move, hands), move.rule
    if not found:
        whose = "No hand is void" if move.seat is None else f"Seat {move.seat} has none"
        yield Refusal(cite, f"{whose} in play.", "Leave it as it is.", "seat")
        return
    if not move.wagers:
        yield Refusal(cite, "No wager is named.", "Name one that lies there.", "wagers")
    if WAGER_MOVES[move.act] is Fate.CARRIED and set(move.wagers) - {JACKPOT}:
        wrong, right = "The wager is of this round.", "Only a jackpot wager waits."
        yield Refusal(cite, wrong, right, "wagers")
    for name in move.wagers:
        if all(ruled_on(hand.fates, name) for hand in found.values()):
            wrong = f"The {name} wager is ruled on already."
            yield Refusal(cite, wrong, "A wager is ruled on once.", "wagers")
        if not any(hand.void or hand.stakes.get(name) for hand in found.values()):
            wrong = f"Seat {move.seat} has no {name} wager."
            yield Refusal(cite, wrong, "Name one that lies there.", "wagers")


def decided(move: Move, fates: Ruled) -> Ruled:
    """What is ruled on the wagers of a hand after a move that decides some of them."""
    fresh = (
        RuledWager(name, WAGER_MOVES[move.act], move.rule)
        for name in move.wagers
        if ruled_on(fates, name) is None
    )
    return (*fates, *fresh)
