"""What may happen in a game, act by act; its words stand in `game.play.words`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from game.play.moves import Form, Move, form
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
Steps = tuple[Callable[[S, Move], Iterable[Refusal]], Callable[[S, Move], S]]

# What every game calls by the same name has the same fields in all of them.
FORMS: Mapping[str, Form] = {
    # Before the first card.
    "ante": form("seat", "amount", takes=("player", "also", "medium", "changed")),
    "take_back": form("seat"),
    "no_more_bets": form(),
    # The deal and the decisions.
    "deal": form(takes=("cards",)),
    "bet_or_fold": form(),
    "bet": form("seat", "amount"),
    "fold": form("seat"),
    "reveal": form(takes=("cards",)),
    # The end.
    "settle": form("seat", takes=("cards",)),
    "close": form(),
    # Rulings.
    "cut_back": form("seat", "also", "cite"),
    "void_hand": form("seat", "cite"),
    "void_round": form("cite"),
}


def shared(**steps: Steps[S]) -> dict[str, Act[S]]:
    """Acts that other games have too: each with the guard and the step of this one."""
    return {name: Act(FORMS[name], may, do) for name, (may, do) in steps.items()}


def wider(name: str, *, needs: Iterable[str] = (), takes: Iterable[str] = ()) -> Form:
    """The fields of a shared act, and those that only one game adds to it."""
    known = FORMS[name]
    return Form(known.needs | {*needs}, known.takes | {*takes})


def apply(acts: Acts[S], now: S, move: Move) -> S | Refused:
    """The round after a move, or every rule that stands in its way."""
    act = acts[move.act]
    refusals = tuple(act.may(now, move))
    if refusals:
        return Refused(refusals)
    return replace(act.do(now, move), moves=(*now.moves, move))
