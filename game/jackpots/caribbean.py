"""The Caribbean Stud jackpot at the end of a round.

Every hand is looked at, whether or not the dealer has a hand and whether or not the
main wager lost; a jackpot hand stays face up until its prize is confirmed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from game.jackpots.displayed import ApprovedProcedure, as_displayed
from game.jackpots.payment import (
    JackpotHand,
    Payment,
    from_the_right,
    hits,
    payment_of,
)
from game.ranks import Party, Rank
from game.rulebooks.vic99_jackpots import PAYS
from rulebook import VIC99, Cited, Refusal, Refused


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
    found = (payment_of(PAYS, shares, box) for box in boxes)
    return [payment for payment in found if payment]


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
