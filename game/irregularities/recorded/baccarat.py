"""A recorded coup of Baccarat, up to where it went wrong."""

from dataclasses import replace
from typing import Any

from game.baccarat.coup import Bet
from game.baccarat.recorded import setup as recorded_setup
from game.irregularities import unfinished
from game.irregularities.recorded.written import (
    ALL,
    Written,
    amounts_in,
    cards_in,
    seat_in,
    stages_of,
    whole_in,
)
from game.play.setup import KEYED
from game.play.state import State
from game.rulebooks.punto_banco import Spot
from game.wire.lines import BadLine, Json, objects, only
from game.wire.settle import Reason


def baccarat(request: Json, _trust: frozenset[str]) -> Written:
    """The coup of a request; what a rule forbids is among its reasons."""
    only(request, frozenset({"game", "seats"}), ALL | {"player", "banker"})
    if request.get("rulebook", "VIC99") != "VIC99":
        raise BadLine("“rulebook” must be VIC99, or left out.")
    bets, reasons = list[Bet](), list[Reason]()
    for found in objects(request, "seats"):
        only(found, frozenset({"seat", "bets"}), frozenset())
        if not isinstance(found["bets"], dict):
            raise BadLine("“bets” must be an object.")
        only(found["bets"], frozenset(), frozenset(Spot))
        for spot in found["bets"]:
            reasons.extend(amounts_in(found["bets"] | {"seat": found["seat"]}, (spot,)))
        stakes = {s: whole_in(found["bets"], s) for s in found["bets"]}
        bets += [Bet(seat_in(found), Spot(s), n) for s, n in stakes.items() if n]
    player, banker = (cards_in(request, key, 3) for key in ("player", "banker"))
    setup = replace(recorded_setup(), cards=KEYED)

    def at(stage: str) -> State[Any]:
        closed = stage != "antes"
        return unfinished.baccarat(setup, bets, player, banker, closed=closed)

    likely = ("dealing",) if player or banker else ("antes", "dealing")
    parts = (stages_of(request, likely), at, dict[int, str](), (), tuple(reasons))
    return Written("baccarat", "VIC99", setup.seats, *parts)
