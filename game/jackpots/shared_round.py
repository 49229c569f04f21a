"""A New South Wales jackpot at the end of a round: shares, bonus jackpots, order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from game.hands import Category
from game.jackpots.meter import Meter
from game.jackpots.payment import (
    BONUS_JACKPOT,
    JackpotHand,
    Paid,
    Payment,
    from_the_right,
    hits,
    payments,
)
from game.jackpots.prizes import FixedPrize, PrizeTable, is_metered
from game.jackpots.rules import SharingRules
from game.jackpots.shares import Share, Shares
from game.ranks import Rank
from rulebook import Cite, Cited

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


@dataclass(frozen=True, slots=True)
class SharedJackpot:
    """A New South Wales jackpot: its prizes, its sharing and any bonus jackpot."""

    pays: PrizeTable
    sharing: SharingRules
    least: Guaranteed
    bonus_cents: Mapping[Category, int] | None = None  # none offered


def pay_shared(
    jackpot: SharedJackpot, meter: Meter, boxes: Sequence[JackpotHand]
) -> Paid:
    """Pay a New South Wales round: bonus jackpots, straight flushes, then royals."""
    rules = jackpot.sharing
    in_play = [box for box in from_the_right(boxes) if box.stake_cents]
    count = royals, flushes = hits(jackpot.pays, in_play)
    shares = share(rules, int(meter.value_cents), jackpot.least, count)
    bonus = _bonus_jackpots(jackpot, in_play)
    prizes = [*payments(jackpot.pays, shares, in_play)]
    royal_seats = {box.seat for box in in_play if box.hand is Category.ROYAL_FLUSH}
    last = [p for p in prizes if p.seat in royal_seats]
    first = [p for p in prizes if p.seat not in royal_seats]
    paid = meter.pay(sum(p.from_meter_cents for p in prizes))
    order = [rules.right_to_left]
    order += [rules.bonus_first] if bonus else []
    order += [rules.straight_flush_first] if royals and flushes else []
    return Paid(
        payments=(*bonus, *first, *last),
        meter=meter.reset() if royals else paid,
        order=tuple(order),
    )


def eligible(
    rules: SharingRules, boxes: Sequence[JackpotHand]
) -> Cited[frozenset[int]]:
    """The seats in line for a bonus jackpot: all with a jackpot wager this round."""
    seats = frozenset(box.seat for box in boxes if box.stake_cents)
    return Cited(seats, rules.bonus_eligible)


def element(jackpot: SharedJackpot, hand: Category) -> Cited[str]:
    """Which element of the jackpot a hand wins, as the document calls it."""
    if isinstance(jackpot.pays.prizes[hand].value, FixedPrize):
        return Cited("fixed jackpot", jackpot.sharing.fixed)
    return Cited("progressive jackpot", jackpot.sharing.progressive)


def bonus_standing(
    jackpot: SharedJackpot, boxes: Sequence[JackpotHand]
) -> Mapping[int, Cited[int]]:
    """What each box gets as bonus jackpot, and the rule that says so or says no."""
    rules = jackpot.sharing
    in_play = eligible(rules, boxes).value
    won = [
        box
        for box in boxes
        if box.seat in in_play
        and is_metered(box.hand)
        and jackpot.pays.prize(box.hand, folded=box.folded).value
    ]
    classes = sorted((box.hand for box in won if box.hand), key=tuple(Category).index)
    standing: dict[int, Cited[int]] = {}
    for box in boxes:
        if not box.stake_cents:
            standing[box.seat] = Cited(0, rules.bonus_needs_wager)
        elif jackpot.bonus_cents is None:
            standing[box.seat] = Cited(0, rules.bonus_offered)
        elif box in won:
            standing[box.seat] = Cited(0, rules.bonus_not_to_winner)
        else:  # once a round, at the highest class that was won
            cents = jackpot.bonus_cents[classes[0]] if classes else 0
            standing[box.seat] = Cited(cents, rules.bonus_paid_to)
    return standing


def _bonus_jackpots(
    jackpot: SharedJackpot, in_play: Sequence[JackpotHand]
) -> Sequence[Payment]:
    return [
        Payment(seat, BONUS_JACKPOT, due.value, 0, Rank.SUPERVISOR, due.cite)
        for seat, due in bonus_standing(jackpot, in_play).items()
        if due.value
    ]
