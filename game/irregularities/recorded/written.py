"""What every recorded round has: seats, players, cards, amounts, and a stage."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.cards import Card, parse
from game.games import GAMES
from game.play.checks import amount_refusals
from game.play.moves import Move
from game.play.phases import Phase
from game.play.setup import Setup
from game.play.state import State
from game.wire.lines import BadLine, Json, text
from game.wire.settled import Reason
from rulebook import Refused

STAGES = {
    "antes": Phase.BETTING,
    "dealing": Phase.DEALING,
    "betting": Phase.DECIDING,
    "settling": Phase.SETTLING,
}
ALL = frozenset({"id", "situation", "rulebook", "game", "limits", "stage", "called"})
SEAT = frozenset({"player", "looked", "jackpot"})


@dataclass(frozen=True, slots=True)
class Written:
    """A round as far as it was written down, and the stages it may have come to."""

    game: str
    code: str
    seats: int
    stages: tuple[str, ...]  # the likeliest first
    at: Callable[[str], State[Any]]  # the round as it is at a stage
    players: Mapping[int, str]
    looked: tuple[int, ...]
    reasons: tuple[Reason, ...]  # what a rule forbids


def cards_in(found: Json, key: str, most: int) -> tuple[Card, ...]:
    """The cards written under a key; none where it is left out."""
    written = text(found, key) if found.get(key) is not None else ""
    try:
        cards = parse(written)
    except ValueError as unknown:
        raise BadLine(f"“{key}”: {unknown}") from None
    if len(cards) > most:
        raise BadLine(f"“{key}” has more than {most} cards.")
    return cards


def seat_in(found: Json) -> int:
    """The number of a seat; 0 where it is no number."""
    return found["seat"] if type(found["seat"]) is int else 0


def told_of(seats: Sequence[Json]) -> tuple[dict[int, str], tuple[int, ...]]:
    """The names of the players, and who has looked at their cards."""
    players = {}
    for found in seats:
        name, looked = found.get("player", ""), found.get("looked", False)
        if not isinstance(name, str) or not isinstance(looked, bool):
            raise BadLine("“player” must be text and “looked” true or false.")
        players[seat_in(found)] = name[:80]
    return players, tuple(seat_in(found) for found in seats if found.get("looked"))


def amounts_in(found: Json, names: Sequence[str]) -> Iterator[Reason]:
    """Why the amounts of a seat are none; only the ante has to be there."""
    for name in names:
        if found.get(name, 0) != 0 or name == "ante":
            for why in amount_refusals(found.get(name), name):
                yield seat_in(found) or None, why


def whole_in(found: Json, name: str) -> int:
    """An amount as it counts; what is none counts for nothing."""
    value = found.get(name, 0)
    return value if type(value) is int and value > 0 else 0


def stages_of(request: Json, likely: Sequence[str]) -> tuple[str, ...]:
    """The stage that a request names, or those it may have come to."""
    told = request.get("stage")
    return (told,) if isinstance(told, str) else tuple(likely)


def reached(*, cards: bool, decided: bool, over: bool) -> tuple[str, ...]:
    """How far a round has come, by what was written down of it."""
    if over:
        return ("settling",)
    if decided:
        return ("betting",)
    return ("dealing", "betting") if cards else ("antes", "dealing", "betting")


# Rounds that stopped where something went wrong, put together from what lay there.


def opened(setup: Setup) -> Any:
    """A round of the table, before its first stake."""
    state = GAMES[setup.game].open(setup)
    if isinstance(state, Refused):
        raise TypeError(f"The table cannot be opened: {state}")
    return state


def ante_move(box: Any, sides: Iterable[tuple[str, int]]) -> Move:
    """An ante as it was placed, for a round that is still in its antes."""
    jackpot = (("jackpot", box.jackpot),) if box.jackpot else ()
    also = (*sides, *jackpot)
    return Move("ante", box.seat, box.ante, player=box.player, also=also)


def known(cards: Sequence[Card], lying: Sequence[Card]) -> tuple[Card, ...]:
    """A hand as it was written down if all of it was; else as it lies there."""
    return tuple(cards) if len(cards) == len(lying) else tuple(lying)
