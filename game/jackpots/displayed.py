"""The 1999 way: each winner gets the fixed sum or the share of the display.

Winners share only if another jackpot player of the same round also has a royal or a
straight flush *and* the approved procedures give a way of sharing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from game.hands import Category
from game.jackpots.prizes import MeterShare
from game.jackpots.shares import Share, Shares
from game.rulebooks.vic99_jackpots import PAYS
from rulebook import VIC99, Refusal, Refused

Split = Callable[[int, int, int], tuple[int, int]]


def equally(display_cents: int, royals: int, straight_flushes: int) -> tuple[int, int]:
    """The hands of a class share one amount of theirs; an odd cent stays behind."""
    royal = _listed(Category.ROYAL_FLUSH, display_cents).cents
    flush = _listed(Category.STRAIGHT_FLUSH, display_cents).cents
    return royal // max(royals, 1), flush // max(straight_flushes, 1)


@dataclass(frozen=True, slots=True)
class ApprovedProcedure:
    """A way of sharing the regulator approved: display and hits → cents for each."""

    reference: str
    split: Split = equally


def may_open(approval: str, procedure: ApprovedProcedure | None) -> Refused | None:
    """Whether the jackpot may be offered: its arrangements need an approval."""
    refusals = []
    if not approval.strip():
        refusals.append(
            Refusal(
                VIC99.at("N25-11.3"),
                "The jackpot arrangements carry no approval.",
                "Enter the reference of the regulator's approval.",
                field="approval",
            )
        )
    if procedure is not None and not procedure.reference.strip():
        refusals.append(
            Refusal(
                VIC99.at("N25-11.3"),
                "The way of sharing carries no approval.",
                "Enter the reference of the approved procedures.",
                field="procedure",
            )
        )
    return Refused(tuple(refusals)) if refusals else None


def as_displayed(
    display_cents: int,
    royals: int,
    straight_flushes: int,
    procedure: ApprovedProcedure | None = None,
) -> Shares:
    """What each winner gets, shared only where both conditions hold."""
    # Both classes count together: any other such hand is one to share with.
    another_winner = royals + straight_flushes >= 2
    if another_winner and procedure is not None:
        return _by_procedure(display_cents, royals, straight_flushes, procedure)
    cite = VIC99.at("N25-12.3.1")  # nobody to share with
    if another_winner:  # no approved way of sharing, so the amounts stand
        cite = VIC99.at("N25-12.3.2")
    return Shares(
        meter_used_cents=display_cents,
        royal=_listed(Category.ROYAL_FLUSH, display_cents) if royals else None,
        straight_flush=_listed(Category.STRAIGHT_FLUSH, display_cents)
        if straight_flushes
        else None,
        cite=cite,
    )


def _listed(hand: Category, display_cents: int) -> Share:
    prize = PAYS.prizes[hand]
    assert isinstance(prize.value, MeterShare)
    exact = prize.value.of(display_cents)
    return Share(exact, int(exact), prize.cite, int(display_cents * prize.value.share))


def _by_procedure(
    display_cents: int, royals: int, flushes: int, procedure: ApprovedProcedure
) -> Shares:
    cite = VIC99.at("N25-12.3")
    royal, flush = procedure.split(display_cents, royals, flushes)
    return Shares(
        meter_used_cents=display_cents,
        royal=Share(Fraction(royal), royal, cite, royal) if royals else None,
        straight_flush=Share(Fraction(flush), flush, cite, flush) if flushes else None,
        cite=cite,
    )
