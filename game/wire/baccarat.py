"""A recorded coup of Baccarat, its cards checked against the table of play."""

from collections.abc import Iterator

from game.baccarat import line, seat_refusals, stake_refusals
from game.cards import Card, parse
from game.line import net
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.rulebooks.vic99 import BACCARAT
from game.table_of_play import Hand, next_card, turn_refusals, winner
from game.wire.lines import BadLine, Json, objects, only, text
from game.wire.recorded_cards import seats_twice
from game.wire.settle import Reason, refused, written
from rulebook import Refusal

_NEEDED = frozenset({"game", "player", "banker", "seats"})
_EXTRA = frozenset({"id", "rulebook"})
_SEAT = frozenset({"seat", "bets"})
_SPOTS = frozenset(Spot)


def settle(request: Json) -> Json:
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
    won = winner(rules, player, banker).value
    return {"seats": [_settled(rules, won, seat, bets) for seat, bets in places]}


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
    reasons.extend((number, why) for why in seat_refusals(rules, seat, most))
    stakes = {
        Spot(spot): stake
        for spot, stake in bets.items()
        if stake != 0 or type(stake) is not int  # nothing staked is no bet
    }
    for spot, stake in stakes.items():
        reasons.extend((number, why) for why in stake_refusals(rules, spot, stake))
    if not stakes:
        wrong, right = "Nothing is bet.", "Bet on player, banker or tie."
        reasons.append((number, Refusal(rules.amounts, wrong, right, "bets")))
    return seat, stakes


def _settled(rules: BaccaratRules, won: Spot, seat: int, bets: dict[Spot, int]) -> Json:
    lines = [line(rules, won, seat, spot, stake) for spot, stake in bets.items()]
    total = net(lines)
    result = "push" if not total else "win" if total > 0 else "lose"
    return {
        "seat": seat,
        "category": won,
        "result": result,
        "lines": written(lines),
        "net": total,
    }
