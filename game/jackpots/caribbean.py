"""The Caribbean Stud jackpot at the end of a round.

Every hand is looked at, whether or not the dealer has a hand and whether or not the
main wager lost; a jackpot hand stays face up until its prize is confirmed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from game.hands import Category
from game.jackpots.payment import JackpotHand, Payment, from_the_right, hits, payments
from game.jackpots.prizes import MeterShare
from game.jackpots.shares import Share, Shares
from game.ranks import Party, Rank
from game.rulebooks.vic99_jackpots import PAYS
from rulebook import VIC99, Cited, Refusal, Refused, refusing

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


@refusing
def may_open(approval: str, procedure: ApprovedProcedure | None) -> Iterator[Refusal]:
    """Whether the jackpot may be offered: its arrangements need an approval."""
    cite = VIC99.at("N25-11.3")
    if not approval.strip():
        wrong = "The jackpot arrangements carry no approval."
        right = "Enter the reference of the regulator's approval."
        yield Refusal(cite, wrong, right, "approval")
    if procedure is not None and not procedure.reference.strip():
        wrong = "The way of sharing carries no approval."
        right = "Enter the reference of the approved procedures."
        yield Refusal(cite, wrong, right, "procedure")


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


@dataclass(frozen=True, slots=True)
class CaribbeanRound:
    """A round about to have its jackpots settled."""

    display_cents: int
    boxes: tuple[JackpotHand, ...]
    folded_cards_kept: bool = False  # the dealer's wrong count reinstates the antes
    procedure: ApprovedProcedure | None = None


def pay_caribbean(round_: CaribbeanRound) -> Sequence[Payment]:
    """The jackpot prizes of the round: each hand is checked, from the right."""
    kept = round_.folded_cards_kept
    boxes = [
        replace(box, folded=box.folded and not kept)
        for box in from_the_right(round_.boxes)
    ]
    royals, flushes = hits(PAYS, boxes)
    shares = as_displayed(round_.display_cents, royals, flushes, round_.procedure)
    return [*payments(PAYS, shares, boxes)]


@dataclass(frozen=True, slots=True)
class RegisteredAt:
    """When a hand was registered, and who says so."""

    at: datetime
    said_by: Party | Rank


def settlement_time(
    keyed: RegisteredAt | None, surveillance: RegisteredAt | None, *, failed: bool
) -> Cited[datetime] | Refused:
    """When a hand counts as registered; on a failure Surveillance says, nobody else."""
    cite = VIC99.at("N25-12.4")
    if not failed and keyed is not None:
        return Cited(keyed.at, VIC99.at("N25-12.2"))
    if surveillance is not None and surveillance.said_by is Party.SURVEILLANCE:
        return Cited(surveillance.at, cite)
    wrong = "The jackpot system failed and no time is fixed for this hand."
    right = "Surveillance fixes when it was registered or shown."
    return Refused((Refusal(cite, wrong, right),))
