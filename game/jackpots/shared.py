"""The New South Wales way: winners share, and each has a guaranteed minimum.

Straight flushes come first and share the ten-per-cent cuts of a falling meter; royal
flushes then share all that is left. Where a share is below the minimum, the meter
pays the share and the house the rest.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from game.jackpots.rules import SharingRules
from game.jackpots.shares import Share, Shares
from rulebook import Cite

CUT = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Guaranteed:
    """The least each winner gets, as the sign shows it."""

    royal_cents: int
    straight_flush_cents: int


def cuts(meter_cents: int, count: int) -> Fraction:
    """What so many cuts of ten per cent take from a meter, each from what is left."""
    return meter_cents * (1 - (1 - CUT) ** count)


def share(
    rules: SharingRules, meter_cents: int, least: Guaranteed, hits: tuple[int, int]
) -> Shares:
    """What each of (royal, straight flush) winners of one round gets."""
    royals, flushes = hits
    flush = royal = None
    left, exactly_left = meter_cents, Fraction(meter_cents)
    if flushes:  # always before the royal flush, whatever the seats
        pool = cuts(meter_cents, flushes)
        flush = _share(pool / flushes, least.straight_flush_cents, _flush(rules, hits))
        left -= flushes * flush.from_meter_cents
        exactly_left -= pool
    if royals:
        royal = _share(exactly_left / royals, least.royal_cents, _royal(rules, hits))
        from_meter = left // royals  # with any odd cent the straight flushes left
        cents = max(from_meter, least.royal_cents)
        royal = replace(royal, cents=cents, from_meter_cents=from_meter)
    cite = _governing(rules, hits)
    return Shares(meter_cents, royal, flush, cite)


def _share(each: Fraction, least_cents: int, cite: Cite) -> Share:
    exact = max(each, Fraction(least_cents))
    return Share(exact, int(exact), cite, from_meter_cents=int(each))


def _flush(rules: SharingRules, hits: tuple[int, int]) -> Cite:
    return rules.straight_flushes if hits[1] > 1 else rules.one_straight_flush


def _royal(rules: SharingRules, hits: tuple[int, int]) -> Cite:
    if hits[1]:
        return rules.straight_flush_first
    return rules.royals if hits[0] > 1 else rules.one_royal


def _governing(rules: SharingRules, hits: tuple[int, int]) -> Cite:
    match hits:
        case 1, 0:
            return rules.one_royal
        case 0, 1:
            return rules.one_straight_flush
        case 1, 1:
            return rules.straight_flush_first
        case _:
            return rules.several
