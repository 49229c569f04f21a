"""A recorded coup of Baccarat, its cards checked against the table of play."""

from collections.abc import Iterator, Sequence

from game.baccarat import line, seat_refusals, stake_refusals
from game.cards import Card, parse, show
from game.line import net
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.rulebooks.vic99 import BACCARAT
from game.table_of_play import next_card, turn_refusals, winner
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
    if request.get("rulebook", "VIC99") not in ("VIC99", "HOUSE"):
        raise BadLine("“rulebook” must be VIC99, or left out.")
    rules, reasons = BACCARAT, list[Reason]()
    player = _hand(rules, text(request, "player"), "player", reasons)
    banker = _hand(rules, text(request, "banker"), "banker", reasons)
    if not reasons:
        reasons.extend((None, why) for why in _cards_out(rules, player, banker))
    places = [_place(rules, found, reasons) for found in objects(request, "seats")]
    seats = [seat for seat, _ in places if type(seat) is int]
    reasons.extend(seats_twice(seats, rules.amounts))
    if not places:
        wrong, right = "Nobody has bet.", "A coup is dealt to at least one bet."
        reasons.append((None, Refusal(rules.amounts, wrong, right, "seats")))
    if reasons:
        return refused(reasons)
    won = winner(rules, player, banker).value
    return {"seats": [_settled(rules, won, seat, bets) for seat, bets in places]}


def _hand(
    rules: BaccaratRules, written_down: str, field: str, reasons: list[Reason]
) -> tuple[Card, ...]:
    try:
        return parse(written_down)
    except ValueError as unknown:
        reasons.append((None, Refusal(rules.decks.cite, str(unknown), field=field)))
        return ()


def _cards_out(
    rules: BaccaratRules, player: Sequence[Card], banker: Sequence[Card]
) -> Iterator[Refusal]:
    """Deal the cards again in their order: each must be the one that was due."""
    shoe, most = (*player, *banker), max(rules.decks.value)
    for card in dict.fromkeys(shoe):
        if shoe.count(card) > most:
            wrong = f"{show([card])} is there more than {most} times."
            yield Refusal(rules.decks.cite, wrong, f"A shoe has {most} decks at most.")
    turns = [(spot, card) for pair in _by_turns(player, banker) for spot, card in pair]
    hands: dict[Spot, tuple[Card, ...]] = {Spot.PLAYER: (), Spot.BANKER: ()}
    for spot, card in turns:
        yield from turn_refusals(rules, hands[Spot.PLAYER], hands[Spot.BANKER], spot)
        hands[spot] += (card,)
    due = next_card(rules, hands[Spot.PLAYER], hands[Spot.BANKER])
    if due.value is not None:
        wrong = f"The {due.value} has a card to come."
        yield Refusal(due.cite, wrong, "Record every card that was drawn.", due.value)


def _by_turns(
    player: Sequence[Card], banker: Sequence[Card]
) -> Iterator[list[tuple[Spot, Card]]]:
    for turn in range(max(len(player), len(banker))):
        mine = [(Spot.PLAYER, card) for card in player[turn : turn + 1]]
        theirs = [(Spot.BANKER, card) for card in banker[turn : turn + 1]]
        yield mine + theirs


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
