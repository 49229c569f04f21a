"""A recorded coup of Baccarat, its cards checked against the table of play."""

from collections.abc import Iterator
from functools import cache

from game.baccarat.coup import Bet, Coup
from game.baccarat.playing import bet_refusals, place_refusals
from game.baccarat.settlement import settle as table_settles
from game.baccarat.table_of_play import Hand, next_card, turn_refusals, winner
from game.cards import Card, parse
from game.play.moves import MOST
from game.play.setup import DEALT, Limits, Setup
from game.rulebooks.devices import Device
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.rulebooks.vic99 import BACCARAT
from game.wire.lines import BadLine, Json, Spelt, objects, only, text
from game.wire.recorded_cards import seats_twice
from game.wire.settled import Ended, Reason, refused, settled
from rulebook import Refusal, Refused

_NEEDED = frozenset({"game", "player", "banker", "seats"})
_EXTRA = frozenset({"id", "rulebook"})
_SEAT = frozenset({"seat", "bets"})
_SPOTS = frozenset(Spot)


def settle(request: Json) -> Json | Spelt:
    """Settle every place of a recorded coup, or refuse it with all reasons."""
    only(request, _NEEDED, _EXTRA)
    if request.get("rulebook", "VIC99") != "VIC99":
        raise BadLine("“rulebook” must be VIC99, or left out.")
    rules, reasons = BACCARAT, list[Reason]()
    player = _hand(rules, text(request, "player"), Spot.PLAYER, reasons)
    banker = _hand(rules, text(request, "banker"), Spot.BANKER, reasons)
    misdrawn = () if reasons else tuple(_dealt_rightly(rules, player, banker))
    reasons.extend((None, why) for why in misdrawn)
    places = [_place(rules, found, reasons) for found in objects(request, "seats")]
    seats = [seat for seat, _ in places if type(seat) is int]
    reasons.extend(seats_twice(seats, rules.amounts))
    if not places:
        wrong, right = "Nobody has bet.", "A coup is dealt to at least one bet."
        reasons.append((None, Refusal(rules.amounts, wrong, right, "seats")))
    if reasons:
        # Cards the table of play forbids are no coup at all: an error, with its rule.
        errors = {"error": misdrawn[0].reason} if misdrawn else {}
        return {**errors, **refused(reasons)}
    bets = (Bet(seat, on, n) for seat, staked in places for on, n in staked.items())
    coup = Coup(setup(), rules, player, banker, closed=True, boxes=tuple(bets))
    return _settled(coup)


def _hand(
    rules: BaccaratRules, written_down: str, side: Spot, reasons: list[Reason]
) -> tuple[Card, ...]:
    try:
        cards = parse(written_down)
    except ValueError as unknown:
        reasons.append((None, Refusal(rules.decks.cite, str(unknown), field=side)))
        return ()
    if len(cards) not in (2, 3):
        wrong = f"The {side.title()} has {len(cards)} cards."
        right = "Each side has two, and a third where the table of play says so."
        reasons.append((None, Refusal(rules.order, wrong, right, side)))
    return cards


def _dealt_rightly(
    rules: BaccaratRules, player: Hand, banker: Hand
) -> Iterator[Refusal]:
    """Refuse a third card that the table of play forbids, or one that is missing."""
    if len(player) == 3:
        forbidden = [*turn_refusals(rules, player[:2], banker[:2], Spot.PLAYER)]
        yield from forbidden
        if forbidden:
            return
    due = next_card(rules, player, banker[:2])
    given = Spot.BANKER if len(banker) == 3 else None
    if due.value and due.value is not given:
        wrong = f"The {due.value.title()}'s third card is missing."
        yield Refusal(due.cite, wrong, "Record every card that was drawn.", due.value)
    elif given:
        yield from turn_refusals(rules, player, banker[:2], given)


def _place(
    rules: BaccaratRules, found: Json, reasons: list[Reason]
) -> tuple[int, dict[Spot, int]]:
    only(found, _SEAT, frozenset())
    seat, bets = found["seat"], found["bets"]
    if not isinstance(bets, dict):
        raise BadLine("“bets” must be an object.")
    only(bets, frozenset(), _SPOTS)
    number = seat if type(seat) is int else None
    most = rules.places.value[1]
    reasons.extend((number, why) for why in place_refusals(rules, seat, most))
    stakes = {
        Spot(spot): stake
        for spot, stake in bets.items()
        if stake != 0 or type(stake) is not int  # nothing staked is no bet
    }
    for spot, stake in stakes.items():
        reasons.extend((number, why) for why in bet_refusals(rules, spot, stake))
    if not stakes:
        wrong, right = "Nothing is bet.", "Bet on player, banker or tie."
        reasons.append((number, Refusal(rules.amounts, wrong, right, "bets")))
    return seat, stakes


def _settled(coup: Coup) -> Json | Spelt:
    """Settle the coup as it is settled at a table, and tell it place by place."""
    lines = table_settles(coup)
    if isinstance(lines, Refused):
        return refused((None, why) for why in lines.refusals)
    won = winner(coup.rules, coup.player, coup.banker).value
    nets = dict.fromkeys((bet.seat for bet in coup.boxes), 0)
    for line in lines:
        nets[line.seat] += line.net
    seats = {seat: Ended(won, _result(net)) for seat, net in nets.items()}
    return settled(seats, lines)


def _result(net: int) -> str:
    if not net:
        return "push"
    return "win" if net > 0 else "lose"


@cache
def setup() -> Setup:
    """A table for recorded coups, with every place the notice gives one."""
    seats, limits = BACCARAT.places.value[1], Limits(1, MOST)
    return Setup("baccarat", "VIC99", "", Device.SHOE, seats, limits, cards=DEALT)
