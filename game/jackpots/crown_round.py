"""A Crown jackpot at the end of a round: what each box is paid, and on whose word."""

from collections.abc import Sequence

from game.jackpots.meter import Meter
from game.jackpots.payment import (
    JackpotHand,
    Paid,
    Payment,
    from_the_right,
    hits,
    payment_of,
)
from game.jackpots.simultaneous import simultaneous, split
from game.ranks import Rank, may_act
from game.rulebooks.crown3_jackpots import DECIDES_METERED, DECIDES_OTHER, Option
from rulebook import CROWN3, Refused

SEQUENTIAL = CROWN3.at("10.2.4")
SIMULTANEOUS = CROWN3.at("10.2.3")


def pay_crown(option: Option, meter: Meter, boxes: Sequence[JackpotHand]) -> Paid:
    """Pay a Crown round: all its outcomes count as one moment of the meter."""
    royals, flushes = hits(option.pays, boxes)
    shares = split(simultaneous(meter.value_cents, meter.reseed_cents, royals, flushes))
    ranks = DECIDES_OTHER.value, DECIDES_METERED.value
    found = (
        payment_of(option.pays, shares, box, ranks) for box in from_the_right(boxes)
    )
    payments = [payment for payment in found if payment]
    after = meter.pay(sum(p.from_meter_cents for p in payments))
    return Paid(tuple(payments), after, order=(SIMULTANEOUS,))


def may_fix(payment: Payment, rank: Rank) -> Refused | None:
    """Whether this rank may fix a Crown prize: the top two need a manager."""
    asked = DECIDES_OTHER
    if payment.decided_by is DECIDES_METERED.value:
        asked = DECIDES_METERED
    return may_act("CROWN3", rank, asked.value, asked.cite)
