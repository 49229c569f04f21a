"""The Caribbean Stud jackpot at the end of a round.

Every hand is looked at, whether or not the dealer has a hand and whether or not the
main wager lost; a jackpot hand stays face up until its prize is confirmed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.hands import Category
from game.jackpots.displayed import ApprovedProcedure, as_displayed
from game.jackpots.payment import JACKPOT, JackpotHand, Payment, from_the_right
from game.jackpots.prizes import FixedPrize
from game.jackpots.shares import Shares
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


def jackpot_hands(round_: CaribbeanRound) -> Mapping[int, Category]:
    """The seats with a jackpot hand: each hand is checked, one after the other."""
    hands: dict[int, Category] = {}
    for box in from_the_right(round_.boxes):
        folded = box.folded and not round_.folded_cards_kept
        if box.stake_cents and box.hand and PAYS.prize(box.hand, folded=folded).value:
            hands[box.seat] = box.hand
    return hands


def pay_caribbean(round_: CaribbeanRound) -> Sequence[Payment]:
    """The jackpot prizes of the round, from the dealer's right."""
    won = jackpot_hands(round_)
    classes = list(won.values())
    shares = as_displayed(
        round_.display_cents,
        classes.count(Category.ROYAL_FLUSH),
        classes.count(Category.STRAIGHT_FLUSH),
        round_.procedure,
    )
    return [_payment(shares, round_, seat) for seat in won]


def _payment(shares: Shares, round_: CaribbeanRound, seat: int) -> Payment:
    hand = jackpot_hands(round_)[seat]
    prize = PAYS.prizes[hand]
    if isinstance(prize.value, FixedPrize):
        return Payment(seat, JACKPOT, prize.value.cents, 0, Rank.DEALER, prize.cite)
    won = shares.of(hand)
    part = won.from_meter_cents
    return Payment(seat, JACKPOT, won.cents, part, Rank.SUPERVISOR, won.cite)


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
