"""A Crown jackpot at the end of a round: what each box is paid, and on whose word."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.hands import Category
from game.jackpots.meter import Meter
from game.jackpots.payment import (
    JackpotHand,
    Paid,
    Payment,
    from_the_right,
    hits,
    payments,
)
from game.jackpots.prizes import DOLLAR
from game.jackpots.shares import Share, Shares
from game.ranks import Rank, may_act
from game.rulebooks.crown3_jackpots import (
    DECIDES_METERED,
    DECIDES_OTHER,
    OPTION_1,
    Option,
)
from rulebook import CROWN3, Cite, Cited, Refused

ROUNDED_TO = Cited(DOLLAR, CROWN3.at("10.2.1"))


def rounded_meter(meter_cents: Fraction | int) -> int:
    """The meter rounded up to a whole dollar; a whole value stays as it is."""
    step = ROUNDED_TO.value
    return -(-meter_cents // step) * step


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """The four quantities of rule 10.3 for one round at one table."""

    j: Cited[int]
    r: Cited[int]
    R: Cited[int]
    S: Cited[int]


def simultaneous(
    meter_cents: Fraction | int, reseed_cents: int, royals: int, straight_flushes: int
) -> Simultaneous:
    """The outcomes of one round, which all count as happening at once."""
    return Simultaneous(
        j=Cited(rounded_meter(meter_cents), CROWN3.at("10.3:j")),
        r=Cited(reseed_cents, CROWN3.at("10.3:r-reseed")),
        R=Cited(royals, CROWN3.at("10.3:R-count")),
        S=Cited(straight_flushes, CROWN3.at("10.3:S-count")),
    )


def royal_beside(hits: Simultaneous) -> Cited[Fraction]:
    """A royal flush beside straight flushes: 10 parts of 10R + S."""
    parts = 10 * hits.R.value + hits.S.value
    return Cited(Fraction(10, parts), CROWN3.at("10.3.1(a):Table6"))


def straight_flush_beside(hits: Simultaneous) -> Cited[Fraction]:
    """A straight flush beside royal flushes: 1 part of 10R + S."""
    parts = 10 * hits.R.value + hits.S.value
    return Cited(Fraction(1, parts), CROWN3.at("10.3.1(b):Table7"))


def straight_flushes_alone(hits: Simultaneous) -> Cited[Fraction]:
    """Straight flushes without a royal share what ten-per-cent cuts in turn take.

    Only the money above the reseed value falls from cut to cut; of the reseed value
    itself each winner gets a whole tenth. One straight flush gets 10% of j.
    """
    j, r, count = hits.j.value, hits.r.value, hits.S.value
    terms = (Fraction(9 ** (k - 1), 10**k) for k in range(1, count + 1))
    cuts = sum(terms, Fraction(0))
    each = (j - r) * cuts / count + Fraction(r, 10)
    return Cited(each, CROWN3.at("10.3.2(a):Table8"))


def split(hits: Simultaneous) -> Shares:
    """What each winner of the round gets from the meter."""
    match bool(hits.R.value), bool(hits.S.value):
        case True, True:
            return _royal_and_straight_flush(hits)
        case True, False:
            return _royals(hits)
        case False, True:
            return _straight_flushes(hits)
        case _:
            return Shares(hits.j.value, None, None, ROUNDED_TO.cite)


def _royals(hits: Simultaneous) -> Shares:
    prize = OPTION_1.pays.prizes[Category.ROYAL_FLUSH]  # 100%, in Table 5 as well
    each = Fraction(hits.j.value, hits.R.value)
    cite = prize.cite if hits.R.value == 1 else CROWN3.at("10.3")
    return Shares(hits.j.value, _share(each, int(each), cite), None, cite)


def _royal_and_straight_flush(hits: Simultaneous) -> Shares:
    j, royals, flushes = hits.j.value, hits.R.value, hits.S.value
    royal, flush = royal_beside(hits), straight_flush_beside(hits)
    flush_exact = j * flush.value
    flush_cents = int(flush_exact)
    # The odd cent goes to the royal flush, so that one of each comes to j.
    royal_cents = (j - flushes * flush_cents) // royals
    return Shares(
        meter_used_cents=j,
        royal=_share(j * royal.value, royal_cents, CROWN3.at("10.3.1(a)")),
        straight_flush=_share(flush_exact, flush_cents, CROWN3.at("10.3.1(b)")),
        cite=CROWN3.at("10.3.1(a)"),
        tables=(royal.cite, flush.cite),
    )


def _straight_flushes(hits: Simultaneous) -> Shares:
    each = straight_flushes_alone(hits)
    if hits.S.value > 1:
        cite = CROWN3.at("10.3.2(a)")
        share = _share(each.value, int(each.value), cite)
        return Shares(hits.j.value, None, share, cite, tables=(each.cite,))
    cite = OPTION_1.pays.prizes[Category.STRAIGHT_FLUSH].cite  # 10% of j
    share = _share(each.value, int(each.value), cite)
    return Shares(hits.j.value, None, share, cite)


def _share(exact: Fraction, cents: int, cite: Cite) -> Share:
    return Share(exact, cents, cite, from_meter_cents=cents)


SEQUENTIAL = CROWN3.at("10.2.4")
SIMULTANEOUS = CROWN3.at("10.2.3")


def pay_crown(option: Option, meter: Meter, boxes: Sequence[JackpotHand]) -> Paid:
    """Pay a Crown round: all its outcomes count as one moment of the meter."""
    royals, flushes = hits(option.pays, boxes)
    shares = split(simultaneous(meter.value_cents, meter.reseed_cents, royals, flushes))
    ranks = DECIDES_OTHER.value, DECIDES_METERED.value
    won = tuple(payments(option.pays, shares, from_the_right(boxes), ranks))
    after = meter.pay(sum(p.from_meter_cents for p in won))
    return Paid(won, after, order=(SIMULTANEOUS,))


def may_fix(payment: Payment, rank: Rank) -> Refused | None:
    """Whether this rank may fix a Crown prize: the top two need a manager."""
    asked = DECIDES_OTHER
    if payment.decided_by is DECIDES_METERED.value:
        asked = DECIDES_METERED
    return may_act("CROWN3", rank, asked.value, asked.cite)
