"""What may happen in a game, act by act; its words stand in `game.play.words`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from game.play.moves import Form, Move
from game.play.state import State
from rulebook import Refusal, Refused

S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class Act(Generic[S]):
    """One act: its fields, what stands in its way and what it does."""

    form: Form
    may: Callable[[S, Move], Iterable[Refusal]]
    do: Callable[[S, Move], S]


Acts = Mapping[str, Act[S]]


def apply(acts: Acts[S], now: S, move: Move) -> S | Refused:
    """The round after a move, or every rule that stands in its way."""
    act = acts[move.act]
    refusals = tuple(act.may(now, move))
    if refusals:
        return Refused(refusals)
    return replace(act.do(now, move), moves=(*now.moves, move))
