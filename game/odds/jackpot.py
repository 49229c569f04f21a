"""What a jackpot wager returns in the long run, and the meter at which it pays off.

Prizes are a fixed part and a share of the meter. Where a fold loses the wager, a
player who folds by the best play of the main game gives up part of both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from game.bonus_hand import OnFold
from game.hands import Category, StudHand
from game.jackpots.prizes import DOLLAR, MeterShare, PrizeTable
from game.odds import mississippi_stud, streets
from game.odds.mississippi_stud import Pays, Ties
from game.rulebooks.mass_side_bets import ProgressiveTable

NONE = Fraction(0)


class Folds(StrEnum):
    """How the player plays the main game."""

    NEVER = "never"
    OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A jackpot for one dollar staked: fixed prizes in dollars, shares of the meter."""

    fixed: Mapping[Category, Fraction]
    shares: Mapping[Category, Fraction]
    least: Mapping[Category, Fraction]  # what a share never falls below, in dollars
    lost_on_fold: bool


@dataclass(frozen=True, slots=True)
class JackpotOdds:
    """The long run of one dollar on the jackpot."""

    fixed_return: Fraction
    return_per_meter_dollar: Fraction
    guaranteed: Fraction  # the meter below which the least prizes are paid

    @property
    def break_even_meter(self) -> Fraction:
        """The meter, in dollars, from which the wager returns what it costs."""
        meter = (1 - self.fixed_return) / self.return_per_meter_dollar
        # Below the guarantee every meter pays the same: enough, or never enough.
        return meter if meter >= self.guaranteed else NONE

    def returned(self, meter: Fraction) -> Fraction:
        """What one dollar returns on average while the meter shows so much."""
        counts = max(meter, self.guaranteed)
        return self.fixed_return + self.return_per_meter_dollar * counts


def from_prizes(table: PrizeTable) -> Jackpot:
    """The jackpot of a prize table, for a wager of one dollar."""
    prizes = {hand: cited.value for hand, cited in table.prizes.items()}
    shares = {hand: p for hand, p in prizes.items() if isinstance(p, MeterShare)}
    return Jackpot(
        fixed={
            hand: Fraction(prize.for_stake(DOLLAR), DOLLAR)
            for hand, prize in prizes.items()
            if not isinstance(prize, MeterShare)
        },
        shares={hand: share.share for hand, share in shares.items()},
        least={hand: Fraction(s.at_least_cents, DOLLAR) for hand, s in shares.items()},
        lost_on_fold=table.on_fold.value is OnFold.LOST,
    )


def from_progressive(table: ProgressiveTable) -> Jackpot:
    """The progressive of a pay table “for 1”; envy depends on the other players."""
    per_dollar = Fraction(DOLLAR, table.stake_cents)
    return Jackpot(
        fixed={hand: Fraction(n) for hand, n in table.for_one.items()},
        shares={hand: s * per_dollar for hand, s in table.meter_share.items()},
        least={},
        lost_on_fold=True,
    )


def analyse(jackpot: Jackpot, chances: Mapping[Category, Fraction]) -> JackpotOdds:
    """The long run of a jackpot, given the chance to end in each class of hand."""
    fixed = sum((chances[hand] * won for hand, won in jackpot.fixed.items()), NONE)
    share = sum((chances[hand] * part for hand, part in jackpot.shares.items()), NONE)
    floors = (jackpot.least[h] / jackpot.shares[h] for h in jackpot.least)
    return JackpotOdds(fixed, share, max(floors, default=NONE))


def chances(pays: Pays, folds: Folds, ties: Ties) -> Mapping[Category, Fraction]:
    """The chance of each class in Mississippi Stud, without a fold on the way."""
    if folds is Folds.NEVER:
        return all_chances()
    return _by_category(
        mississippi_stud.unfolded(mississippi_stud.best_strategy(pays, ties))
    )


def all_chances() -> Mapping[Category, Fraction]:
    """The chance of each class among all hands of five cards."""
    hands = streets.frequencies()
    return _by_category({h: Fraction(n, sum(hands.values())) for h, n in hands.items()})


def _by_category(of: Mapping[StudHand, Fraction]) -> Mapping[Category, Fraction]:
    """Without the pairs, which no jackpot pays."""
    names = {category.value for category in Category}
    return {Category(h.value): p for h, p in of.items() if h.value in names}
