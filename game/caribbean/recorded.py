"""A recorded round of Caribbean Stud, checked as it was played and settled."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from game.cards import Card
from game.caribbean.round import FOLDED, IN, Box, Round
from game.caribbean.settlement import paid, result_of, turned
from game.caribbean.table import open_round
from game.hands import category, rank_hand
from game.play.checks import amount_refusals, seat_refusals
from game.play.moves import MOST
from game.play.phases import SETTLING
from game.play.setup import DEALT, Limits, Setup
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.vic99 import CARIBBEAN_STUD as RULES
from game.wire.limits import counted, read_limits
from game.wire.lines import BadLine, Json, Spelt, objects, only, text
from game.wire.recorded_cards import across_the_table, read_cards
from game.wire.settled import Ended, Notes, Reason, refused, settled
from rulebook import Cited, Refusal, Refused

_NEEDED = frozenset({"rulebook", "game", "dealer", "seats"})
_EXTRA = frozenset({"id", "limits"})
_SEAT_NEEDED = frozenset({"seat", "hand", "ante", "decision"})
_SEAT_EXTRA = frozenset({"jackpot"})
_RULEBOOKS = {"VIC99": RULES}
_FIVE = Cited(5, RULES.one_hand_to_a_seat)
_DECISIONS = {"bet": IN, "fold": FOLDED}


class Recorded(NamedTuple):
    """A round as it was written down."""

    dealer: tuple[Card, ...]
    boxes: tuple[Box, ...]
    notes: Notes


def settle(request: Json) -> Json | Spelt:
    """Settle every seat of a recorded round, or refuse the round with all reasons."""
    reasons: list[Reason] = []
    recorded = read(request, reasons)
    return refused(reasons) if reasons else _settled(recorded)


def read(request: Json, reasons: list[Reason]) -> Recorded:
    """A round from its line; what a rule forbids in it goes to the reasons."""
    only(request, _NEEDED, _EXTRA)
    code = text(request, "rulebook")
    if code not in _RULEBOOKS:
        raise BadLine(f"“rulebook” must be one of {', '.join(_RULEBOOKS)}.")
    rules = _RULEBOOKS[code]
    notes: Notes = {}
    dealer, wrong = _hand(rules, text(request, "dealer"), "dealer")
    reasons += [(None, why) for why in wrong]
    counting = _Counting(read_limits(request.get("limits")), notes, reasons)
    boxes = [_box(rules, found, counting) for found in objects(request, "seats")]
    cards = list(dealer)
    for box in boxes:
        cards += box.cards
    seats, one_hand = [box.seat for box in boxes if box.seat], rules.one_hand_to_a_seat
    reasons += across_the_table(cards, seats, rules.deck.size.cite, one_hand)
    if not boxes:
        nobody, right = "Nobody has anted.", "Only anted boxes play."
        why = Refusal(rules.wagers.buys_cards, nobody, right, "seats")
        reasons.append((None, why))
    return Recorded(dealer, tuple(boxes), notes)


def _hand(
    rules: CaribbeanRules, written_down: str, field: str
) -> tuple[tuple[Card, ...], tuple[Refusal, ...]]:
    return read_cards(written_down, _FIVE, rules.deck.size.cite, field)


@dataclass(frozen=True, slots=True)
class _Counting:
    """What an ante counts for under the limits on the sign, noted where it differs."""

    limits: Limits | None
    notes: Notes
    reasons: list[Reason]

    def of(self, rules: CaribbeanRules, seat: int, ante: int) -> int:
        if self.limits is None:
            return ante
        counts = counted(rules, ante, self.limits)
        self.reasons.extend((seat, why) for why in counts.against)
        if counts.note:
            self.notes[seat] = counts.note
        return counts.ante


def _box(rules: CaribbeanRules, found: Json, counting: _Counting) -> Box:
    only(found, _SEAT_NEEDED, _SEAT_EXTRA)
    seat, ante, decision = found["seat"], found["ante"], found["decision"]
    jackpot = found.get("jackpot", 0)
    cards, no_hand = _hand(rules, text(found, "hand"), "hand")
    wrong = no_hand + seat_refusals(rules.seats, seat) + amount_refusals(ante, "ante")
    if jackpot != 0 or type(jackpot) is not int:
        wrong += amount_refusals(jackpot, "jackpot")
    if not isinstance(decision, str) or decision not in _DECISIONS:
        no_decision, right = f"{decision!r} is no decision.", "Bet or fold."
        cite = rules.decisions.choices
        wrong += (Refusal(cite, no_decision, right, "decision"),)
    number = seat if type(seat) is int else 0
    if wrong:
        counting.reasons.extend((number or None, why) for why in wrong)
        return Box(number, 0, cards=cards)
    ante, status = counting.of(rules, seat, ante), _DECISIONS[decision]
    bet = ante * rules.decisions.times.value if status is IN else 0
    return Box(seat, ante, "", jackpot, cards, bet, status, registered=True)


def _settled(recorded: Recorded) -> Spelt:
    """Settle the round as it is settled at a table, and tell it seat by seat."""
    now, dealer = as_played(recorded), turned(RULES, recorded.dealer)
    seats = {
        box.seat: Ended(
            category(rank_hand(box.cards)), result_of(RULES, box, dealer).value
        )
        for box in recorded.boxes
    }
    return settled(seats, paid(now, now.boxes, dealer), recorded.notes)


def as_played(recorded: Recorded) -> Round:
    """The round as its moves leave it, before a hand is turned.

    It is the same as playing its moves one by one, only sooner.
    """
    empty = table()
    return Round(
        empty.setup,
        empty.table,
        SETTLING,
        dealer=recorded.dealer,
        revealed=True,
        boxes=tuple(sorted(recorded.boxes)),
    )


@cache
def table() -> Round:
    """A table for recorded rounds, without a maximum payout in its way."""
    setup = Setup(
        "caribbean_stud",
        RULES.source.code,
        edition="",
        device=next(iter(RULES.devices)),
        seats=RULES.seats.value,
        limits=Limits(1, MOST),
        cards=DEALT,
        maximum_payout=MOST * 1_000,
    )
    opened = open_round(setup)
    if isinstance(opened, Refused):
        raise TypeError(str(opened))
    return opened
