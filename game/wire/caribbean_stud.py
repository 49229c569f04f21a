"""A recorded round of Caribbean Stud, checked as it was played and settled."""

from dataclasses import dataclass

from game.cards import Card
from game.caribbean.guards import seat_refusals
from game.caribbean.round import Box, Status
from game.caribbean.settlement import DealerHand, outcome_of, turned
from game.limits import TableLimits
from game.line import net
from game.mississippi.wagers import amount_refusals
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.vic99 import CARIBBEAN_STUD
from game.wire.limits import counted, read_limits
from game.wire.lines import BadLine, Json, objects, only, text
from game.wire.recorded_cards import dealt_twice, read_cards, seats_twice
from game.wire.settle import Reason, refused, written
from rulebook import Cited, Refusal

_NEEDED = frozenset({"rulebook", "game", "dealer", "seats"})
_EXTRA = frozenset({"id", "limits"})
_SEAT_NEEDED = frozenset({"seat", "hand", "ante", "decision"})
_SEAT_EXTRA = frozenset({"jackpot"})
_RULEBOOKS = {"VIC99": CARIBBEAN_STUD}
_DECISIONS = {"bet": Status.IN, "fold": Status.FOLDED}

Notes = dict[int, Refusal]  # antes that count for something else than placed


def settle(request: Json) -> Json:
    """Settle every seat of a recorded round, or refuse the round with all reasons."""
    only(request, _NEEDED, _EXTRA)
    code = text(request, "rulebook")
    if code not in _RULEBOOKS:
        raise BadLine(f"“rulebook” must be one of {', '.join(_RULEBOOKS)}.")
    rules, reasons, notes = _RULEBOOKS[code], list[Reason](), Notes()
    dealer, wrong = _hand(rules, text(request, "dealer"), "dealer")
    reasons.extend((None, why) for why in wrong)
    counting = _Counting(read_limits(request.get("limits")), notes, reasons)
    boxes = [_box(rules, found, counting) for found in objects(request, "seats")]
    cards = [*dealer, *(card for box in boxes for card in box.cards)]
    reasons.extend((None, why) for why in dealt_twice(cards, rules.deck.size.cite))
    seats = [box.seat for box in boxes if box.seat]
    reasons.extend(seats_twice(seats, rules.one_hand_to_a_seat))
    if not boxes:
        nobody, right = "Nobody has anted.", "Only anted boxes play."
        why = Refusal(rules.wagers.ante_first, nobody, right, "seats")
        reasons.append((None, why))
    if reasons:
        return refused(reasons)
    hand = turned(rules, dealer)
    return {"seats": [_settled(rules, box, hand, notes) for box in boxes]}


def _hand(
    rules: CaribbeanRules, written_down: str, field: str
) -> tuple[tuple[Card, ...], list[Refusal]]:
    number = Cited(5, rules.one_hand_to_a_seat)
    return read_cards(written_down, number, rules.deck.size.cite, field)


@dataclass(frozen=True, slots=True)
class _Counting:
    """What an ante counts for under the limits on the sign, noted where it differs."""

    limits: TableLimits | None
    notes: Notes
    reasons: list[Reason]

    def of(self, rules: CaribbeanRules, seat: int, ante: int) -> int:
        counts = counted(rules, ante, self.limits)
        self.reasons.extend((seat, why) for why in counts.against)
        if counts.note:
            self.notes[seat] = counts.note
        return counts.ante


def _box(rules: CaribbeanRules, found: Json, counting: _Counting) -> Box:
    only(found, _SEAT_NEEDED, _SEAT_EXTRA)
    seat, ante, decision = found["seat"], found["ante"], found["decision"]
    jackpot = found.get("jackpot", 0)
    cards, wrong = _hand(rules, text(found, "hand"), "hand")
    wrong.extend(seat_refusals(rules, seat))
    wrong.extend(amount_refusals(ante, "ante"))
    if jackpot != 0 or type(jackpot) is not int:
        wrong.extend(amount_refusals(jackpot, "jackpot"))
    if not isinstance(decision, str) or decision not in _DECISIONS:
        no_decision, right = f"{decision!r} is no decision.", "Bet or fold."
        cite = rules.decisions.choices
        wrong.append(Refusal(cite, no_decision, right, "decision"))
    number = seat if type(seat) is int else 0
    counting.reasons.extend((number or None, why) for why in wrong)
    if wrong:
        return Box(number, 0, cards=cards)
    ante, status = counting.of(rules, seat, ante), _DECISIONS[decision]
    bet = ante * rules.decisions.times.value if status is Status.IN else 0
    return Box(
        seat,
        ante,
        jackpot=jackpot,
        registered=True,
        cards=cards,
        bet=bet,
        status=status,
    )


def _settled(rules: CaribbeanRules, box: Box, dealer: DealerHand, notes: Notes) -> Json:
    outcome = outcome_of(rules, box, dealer)
    lines = outcome.lines
    answer: Json = {
        "seat": box.seat,
        "category": outcome.hand,
        "result": outcome.result.value,
        "lines": written(lines),
        "net": net(lines),
    }
    if note := notes.get(box.seat):
        answer["note"] = {"rule": note.cite.id, "reason": note.reason}
    return answer
