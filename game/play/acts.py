"""What may happen in a game, act by act: each is declared once, with all its words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from game.play.moves import Form, Move
from game.play.state import State
from rulebook import Refusal, Refused

S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class Act(Generic[S]):
    """One act: its fields, its words, what stands in its way and what it does.

    In the words, {seat} is the seat of the move; {what} names the street or the hand.
    """

    form: Form
    label: str  # on the button that offers it
    sentence: str  # as the log of the round tells it
    record: str  # as the audit names it: something that somebody does
    may: Callable[[S, Move], Iterable[Refusal]]
    do: Callable[[S, Move], S]
    shows_cards: bool = False  # whether everybody sees the cards of the move


Acts = Mapping[str, Act[S]]


def apply(acts: Acts[S], now: S, move: Move) -> S | Refused:
    """The round after a move, or every rule that stands in its way."""
    act = acts[move.act]
    refusals = tuple(act.may(now, move))
    if refusals:
        return Refused(refusals)
    return replace(act.do(now, move), moves=(*now.moves, move))
