"""What a jackpot pays: a share of the meter, or a fixed sum."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from rulebook import Cite, Cited

DOLLAR = 100


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of the meter, never less than a guaranteed minimum."""

    share: Fraction
    at_least_cents: int = 0

    def of(self, meter_cents: int) -> Fraction:
        """The share of this meter in exact cents."""
        return max(meter_cents * self.share, Fraction(self.at_least_cents))


@dataclass(frozen=True, slots=True)
class FixedPrize:
    """A sum that does not touch the meter: flat, or for each dollar staked."""

    cents: int
    per_dollar: bool = False

    def for_stake(self, stake_cents: int) -> int:
        """The prize of a wager of this size."""
        if not self.per_dollar:
            return self.cents
        return self.cents * stake_cents // DOLLAR


Prize = MeterShare | FixedPrize


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """One jackpot pay table of a document, from the royal flush down."""

    name: str
    cite: Cite
    prizes: Mapping[Category, Cited[Prize]]
    cards_used: Cited[CardsUsed]
    on_fold: Cited[OnFold]
    loses: Cite

    def prize(
        self, hand: Category | None, *, folded: bool = False
    ) -> Cited[Prize | None]:
        """What the hand wins; never completed, or lost by a fold, it wins nothing."""
        if folded and self.on_fold.value is OnFold.LOST:
            return Cited(None, self.on_fold.cite)
        if hand is None or hand not in self.prizes:
            return Cited(None, self.loses)
        return self.prizes[hand]


def figure_on_sign(prize: Prize) -> int:
    """The sum a sign shows for a prize; for a share of the meter, its minimum."""
    return prize.at_least_cents if isinstance(prize, MeterShare) else prize.cents


def is_metered(hand: Category | None) -> bool:
    """Whether a hand is of the two classes that every document pays from the meter."""
    return hand in (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH)
