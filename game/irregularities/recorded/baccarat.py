"""A recorded coup of Baccarat, up to where it went wrong."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from game.baccarat.coup import Bet
from game.baccarat.recorded import setup as recorded_setup
from game.cards import Card
from game.irregularities.recorded import written
from game.irregularities.recorded.written import Written
from game.play.moves import Move
from game.play.setup import KEYED, Setup
from game.play.state import State
from game.rulebooks.punto_banco import Spot
from game.wire.lines import BadLine, Json, objects, only
from game.wire.settled import Reason


def read(request: Json, _trust: frozenset[str]) -> Written:
    """The coup of a request; what a rule forbids is among its reasons."""
    only(request, frozenset({"game", "seats"}), written.ALL | {"player", "banker"})
    if request.get("rulebook", "VIC99") != "VIC99":
        raise BadLine("“rulebook” must be VIC99, or left out.")
    bets, reasons = list[Bet](), list[Reason]()
    for found in objects(request, "seats"):
        only(found, frozenset({"seat", "bets"}), frozenset())
        if not isinstance(found["bets"], dict):
            raise BadLine("“bets” must be an object.")
        only(found["bets"], frozenset(), frozenset(Spot))
        for spot in found["bets"]:
            reasons.extend(
                written.amounts_in(found["bets"] | {"seat": found["seat"]}, (spot,))
            )
        stakes = {s: written.whole_in(found["bets"], s) for s in found["bets"]}
        bets += [
            Bet(written.seat_in(found), Spot(s), n) for s, n in stakes.items() if n
        ]
    player, banker = (written.cards_in(request, key, 3) for key in ("player", "banker"))
    setup = replace(recorded_setup(), cards=KEYED)

    def at(stage: str) -> State[Any]:
        closed = stage != "antes"
        return unfinished(setup, bets, player, banker, closed=closed)

    likely = ("dealing",) if player or banker else ("antes", "dealing")
    parts = (
        written.stages_of(request, likely),
        at,
        dict[int, str](),
        (),
        tuple(reasons),
    )
    return Written("baccarat", "VIC99", setup.seats, *parts)


def unfinished(
    setup: Setup,
    bets: Iterable[Bet],
    player: Sequence[Card] = (),
    banker: Sequence[Card] = (),
    *,
    closed: bool = True,
) -> State[Bet]:
    """A coup of Baccarat with the cards drawn so far."""
    placed = tuple(bets)
    moves = tuple(Move("bet", bet.seat, bet.stake, spot=bet.spot) for bet in placed)
    coup: State[Bet] = replace(
        written.opened(setup),
        boxes=placed,
        player=tuple(player),
        banker=tuple(banker),
        closed=closed,
        moves=moves,
    )
    return coup
