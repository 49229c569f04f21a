"""A ruling before the first card: a stake that goes back is taken off the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.play.moves import Move
from game.play.state import State

PLACED = frozenset({"ante", "bet"})


def taken_off(state: State[Any], moves: Sequence[Move]) -> Iterator[Move]:
    """What a ruling does before the first card, the last stake first.

    An ante that stands is placed again without what lay beside it and goes back.
    """
    whole = {move.seat for move in moves if move.act == "void_hand"}
    everything = any(move.act == "void_round" for move in moves)
    left = _left(moves)
    for placed in _lying(state):
        if everything or placed.seat in whole:
            yield Move("take_back", seat=placed.seat, spot=placed.spot)
        elif placed.act == "ante" and placed.seat in left:
            yield Move("take_back", seat=placed.seat)
            less = left[placed.seat]
            if "ante" not in less:
                also = tuple((w, n) for w, n in placed.also if w not in less)
                yield replace(placed, also=also)


def _left(moves: Sequence[Move]) -> Mapping[int | None, set[str]]:
    """The wagers of each seat that do not stay as they are."""
    found: dict[int | None, set[str]] = {}
    for move in moves:
        if move.act in {"return_wager", "cut_back"}:
            names = (*move.wagers, *(name for name, _ in move.also))
            found.setdefault(move.seat, set()).update(names)
    return found


def _lying(state: State[Any]) -> Iterator[Move]:
    """The stakes on the table, each as it was placed last, the last one first."""
    seen = set()
    for move in reversed(state.moves):
        place = (move.seat, move.spot)
        if move.act in PLACED | {"take_back", "refuse_wager"} and place not in seen:
            seen.add(place)
            if move.act in PLACED:
                yield move
