"""A recorded round of Caribbean Stud, checked as it was played and settled."""

from collections.abc import Sequence
from typing import Any

from game.cards import Card
from game.caribbean_round import Box, Status
from game.caribbean_settlement import (
    DealerHand,
    announce,
    lines_of,
    result_of,
    turned,
)
from game.line import net
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.vic99 import CARIBBEAN_STUD
from game.wagers import amount_refusals
from game.wire.lines import BadLine, Json, objects, only, text
from game.wire.recorded_cards import dealt_twice, read_cards, seats_twice
from game.wire.settle import Reason, refused, written
from rulebook import Cited, Refusal

_NEEDED = frozenset({"rulebook", "game", "dealer", "seats"})
_EXTRA = frozenset({"id"})
_SEAT = frozenset({"seat", "hand", "ante", "decision"})
_RULEBOOKS = {"VIC99": CARIBBEAN_STUD}
_DECISIONS = {"bet": Status.IN, "fold": Status.FOLDED}


def settle(request: Json) -> Json:
    """Settle every seat of a recorded round, or refuse the round with all reasons."""
    only(request, _NEEDED, _EXTRA)
    code = text(request, "rulebook")
    if code not in _RULEBOOKS:
        raise BadLine(f"“rulebook” must be one of {', '.join(_RULEBOOKS)}.")
    rules, reasons = _RULEBOOKS[code], list[Reason]()
    dealer, wrong = _hand(rules, text(request, "dealer"), "dealer")
    reasons.extend((None, why) for why in wrong)
    boxes = [_box(rules, found, reasons) for found in objects(request, "seats")]
    cards = [*dealer, *(card for box in boxes for card in box.cards)]
    reasons.extend((None, why) for why in dealt_twice(cards, rules.deck.size.cite))
    seats = [box.seat for box in boxes if box.seat]
    reasons.extend(seats_twice(seats, rules.one_hand_to_a_seat))
    if not boxes:
        wrong_, right = "Nobody has anted.", "Only anted boxes play."
        why = Refusal(rules.wagers.ante_first, wrong_, right, "seats")
        reasons.append((None, why))
    if reasons:
        return refused(reasons)
    known = turned(rules, dealer)
    return {"seats": [_settled(rules, box, known) for box in boxes]}


def _hand(
    rules: CaribbeanRules, written_down: str, field: str
) -> tuple[tuple[Card, ...], list[Refusal]]:
    number = Cited(5, rules.one_hand_to_a_seat)
    return read_cards(written_down, number, rules.deck.size.cite, field)


def _box(rules: CaribbeanRules, found: Json, reasons: list[Reason]) -> Box:
    only(found, _SEAT, frozenset())
    seat, ante, decision = found["seat"], found["ante"], found["decision"]
    cards, wrong = _hand(rules, text(found, "hand"), "hand")
    wrong.extend(_seat(rules, seat))
    wrong.extend(amount_refusals(ante, "ante"))
    known = isinstance(decision, str) and decision in _DECISIONS
    if not known:
        reason = f"{decision!r} is no decision."
        right = "Say “bet” or “fold”."
        wrong.append(Refusal(rules.decisions.choices, reason, right, "decision"))
    number = seat if type(seat) is int else 0
    reasons.extend((number or None, why) for why in wrong)
    if wrong:
        return Box(number, 0, cards=cards)
    status = _DECISIONS[decision]
    bet = ante * rules.decisions.times.value if status is Status.IN else 0
    return Box(number, ante, cards=cards, bet=bet, status=status)


def _seat(rules: CaribbeanRules, seat: Any) -> Sequence[Refusal]:
    most = rules.seats
    if type(seat) is int and 1 <= seat <= most.value:
        return ()
    wrong, right = f"There is no seat {seat!r}.", f"Seats run from 1 to {most.value}."
    return (Refusal(most.cite, wrong, right, "seat"),)


def _settled(rules: CaribbeanRules, box: Box, dealer: DealerHand) -> Json:
    lines = lines_of(rules, box, dealer)
    return {
        "seat": box.seat,
        "category": announce(rules, box.cards).value,
        "result": result_of(rules, box, dealer).value,
        "lines": written(lines),
        "net": net(lines),
    }
