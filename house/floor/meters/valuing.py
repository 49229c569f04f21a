"""What a claimed round is worth on a meter, in the way its document pays. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.hands import Category
from game.jackpots.caribbean import ApprovedProcedure, CaribbeanRound, pay_caribbean
from game.jackpots.crown_round import pay_crown
from game.jackpots.meter import Meter
from game.jackpots.payment import (
    ENVY,
    JackpotHand,
    Paid,
    Payment,
    from_the_right,
)
from game.jackpots.prizes import PrizeTable, figure_on_sign, is_metered
from game.jackpots.seat_by_seat import IN_SEAT_ORDER, Progressive, settle_progressive
from game.jackpots.shared_round import Guaranteed, SharedJackpot, pay_shared
from game.line import Line
from game.ranks import Rank
from game.rulebooks.mass_side_bets import PROGRESSIVES
from house.floor.meters.systems import Pays
from house.floor.meters.terms import Terms, prize_table
from rulebook import HOUSE, VIC99, Refusal

CLAIMS = HOUSE.at("METERS-14")
HANDS = {str(hand): hand for hand in Category}


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a claimed round: its seat, its hand and whether it was folded."""

    seat: int
    hand: Category | None
    folded: bool = False

    def plain(self) -> dict[str, Any]:
        """The box as the claim keeps it."""
        hand = str(self.hand) if self.hand else ""
        return {"seat": self.seat, "hand": hand, "folded": self.folded}

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "Box":
        """The box from what the claim keeps."""
        return cls(int(kept["seat"]), HANDS.get(kept["hand"]), bool(kept["folded"]))


def check_claim(boxes: Sequence[Box], seats: int) -> Sequence[Refusal]:
    """What is wrong with a claim as it is entered, apart from what it is worth."""
    refusals = []
    if not any(is_metered(box.hand) for box in boxes):
        wrong = "No seat has a royal or a straight flush."
        right = "Other prizes are paid at the table and leave the meter alone."
        refusals.append(Refusal(CLAIMS, wrong, right, "boxes"))
    numbers = [box.seat for box in boxes]
    for seat in sorted({n for n in numbers if numbers.count(n) > 1}):
        wrong = f"Seat {seat} is named twice."
        refusals.append(Refusal(CLAIMS, wrong, "Name it once.", "boxes"))
    for seat in sorted({n for n in numbers if not 1 <= n <= seats}):
        wrong = f"The table has no seat {seat}."
        right = f"Its seats are 1 to {seats}."
        refusals.append(Refusal(CLAIMS, wrong, right, "boxes"))
    return refusals


def counted(boxes: Sequence[Box]) -> tuple[int, int]:
    """How many royal and straight flushes were claimed, whether or not they win."""
    hands = [box.hand for box in boxes]
    return hands.count(Category.ROYAL_FLUSH), hands.count(Category.STRAIGHT_FLUSH)


def value(terms: Terms, meter: Meter, boxes: Sequence[Box]) -> Paid:
    """The payments of the round in order, and the meter they leave behind."""
    hands = [
        JackpotHand(box.seat, terms.price_cents, box.hand, box.folded) for box in boxes
    ]
    match terms.system.pays:
        case Pays.BY_OPTION:
            return pay_crown(terms.system.options[terms.option], meter, hands)
        case Pays.SEAT_BY_SEAT:
            return _seat_by_seat(terms, meter, hands)
        case Pays.AS_DISPLAYED:
            return _as_displayed(terms, meter, hands)
        case Pays.SHARED:
            return pay_shared(shared(terms), meter, hands)


def shared(terms: Terms) -> SharedJackpot:
    """The jackpot that winners of one class share, as these terms offer it."""
    pays, sharing = prize_table(terms), terms.system.sharing
    assert isinstance(pays, PrizeTable)  # the meter opened with it
    assert sharing is not None  # by the same document
    least = {
        hand: max(terms.sign_cents.get(str(hand), 0), figure_on_sign(cited.value))
        for hand, cited in pays.prizes.items()
    }
    return SharedJackpot(
        pays,
        sharing,
        Guaranteed(least[Category.ROYAL_FLUSH], least[Category.STRAIGHT_FLUSH]),
        {HANDS[hand]: cents for hand, cents in terms.bonus_cents.items()} or None,
    )


def _seat_by_seat(terms: Terms, meter: Meter, hands: Sequence[JackpotHand]) -> Paid:
    """The Massachusetts way; what follows a royal flush comes off the reset value."""
    progressive = Progressive(
        PROGRESSIVES[terms.pay_table], int(meter.value_cents), meter.reseed_cents
    )
    lines, _after = settle_progressive(progressive, hands)
    won = {box.seat: progressive.wins_with(box) for box in hands}
    payments = [_payment(line, won[line.seat]) for line in lines if line.net > 0]
    for box in from_the_right(hands):
        if won[box.seat] is Category.ROYAL_FLUSH:
            meter = meter.reset()
        else:
            taken = [p.from_meter_cents for p in payments if p.seat == box.seat]
            meter = meter.pay(sum(taken))
    return Paid(tuple(payments), meter, order=(IN_SEAT_ORDER,))


def _payment(line: Line, hand: Category | None) -> Payment:
    if line.wager == ENVY:
        return Payment(line.seat, ENVY, line.net, 0, Rank.SUPERVISOR, line.cite)
    award = line.net + line.stake
    metered = is_metered(hand)
    rank = Rank.SUPERVISOR if metered else Rank.DEALER
    part = award if metered else 0
    return Payment(line.seat, line.wager, award, part, rank, line.cite)


def _as_displayed(terms: Terms, meter: Meter, hands: Sequence[JackpotHand]) -> Paid:
    """The 1999 way; a royal flush always starts the meter again."""
    sharing = ApprovedProcedure(terms.sharing) if terms.sharing else None
    shown = int(meter.value_cents)
    round_ = CaribbeanRound(shown, tuple(hands), procedure=sharing)
    payments = tuple(pay_caribbean(round_))
    royal = [box.seat for box in hands if box.hand is Category.ROYAL_FLUSH]
    after = meter.pay(sum(payment.from_meter_cents for payment in payments))
    if any(payment.seat in royal for payment in payments):
        after = meter.reset()
    return Paid(payments, after, order=(VIC99.at("N25-12.2"),))


def told(payment: Payment) -> dict[str, Any]:
    """A payment as the claim keeps it."""
    return {
        "seat": payment.seat,
        "wager": payment.wager,
        "cents": payment.cents,
        "from_meter_cents": payment.from_meter_cents,
        "rule": payment.cite.id,
    }
