"""A ruling before the first card: a stake that goes back is taken off the table."""

from collections.abc import Iterator, Sequence
from typing import Any

from game.play.moves import Move
from game.play.state import State

PLACED = frozenset({"ante", "bet"})
ANTE = "ante"


def taken_off(state: State[Any], moves: Sequence[Move]) -> Iterator[Move]:
    """What a ruling does before the first card, the last stake first.

    A hand without its ante is none, and a blind hand goes with the one it hangs on;
    a wager beside an ante goes back alone, and as a whole.
    """
    whole = {move.seat for move in moves if move.act == "void_hand" or _cuts(move)}
    everything = any(move.act == "void_round" for move in moves)
    lying = tuple(_lying(state))
    owners = {p.player for p in lying if p.seat in whole and p.player and not p.blind}
    for placed in lying:
        hangs_on = placed.blind and placed.player in owners
        if everything or hangs_on or placed.seat in whole:
            yield Move("take_back", placed.seat, spot=placed.spot)
    yield from (move for move in moves if move.act == "act_first")
    for move in moves:
        back = (*move.wagers, *(name for name, _ in move.also))
        if move.act in {"return_wager", "cut_back"} and move.seat not in {None, *whole}:
            yield Move("return_wager", move.seat, wagers=back, cite=move.cite)


def _cuts(move: Move) -> bool:
    return move.act == "cut_back" and ANTE in dict(move.also)


def _lying(state: State[Any]) -> Iterator[Move]:
    """The stakes on the table, each as it was placed last, the last one first."""
    seen = set()
    for move in reversed(state.moves):
        place = (move.seat, move.spot)
        if move.act in PLACED | {"take_back", "refuse_wager"} and place not in seen:
            seen.add(place)
            if move.act in PLACED:
                yield move
