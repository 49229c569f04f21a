"""The jackpot of The Star, whose amounts stand in the rules themselves."""

from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.prizes import FixedPrize, MeterShare, PrizeTable
from game.jackpots.shared import SharingRules
from rulebook import STAR4, Cited

PAYS = PrizeTable(
    name="Rule 15.2.9",
    prizes={
        Category.ROYAL_FLUSH: Cited(
            MeterShare(Fraction(1), at_least_cents=50_000_00), STAR4.at("15.2.9.1")
        ),
        Category.STRAIGHT_FLUSH: Cited(
            MeterShare(Fraction(1, 10), at_least_cents=5_000_00), STAR4.at("15.2.9.2")
        ),
        Category.FOUR_OF_A_KIND: Cited(FixedPrize(500_00), STAR4.at("15.2.9.3")),
        Category.FULL_HOUSE: Cited(FixedPrize(150_00), STAR4.at("15.2.9.4")),
        Category.FLUSH: Cited(FixedPrize(100_00), STAR4.at("15.2.9.5")),
    },
    cards_used=Cited(CardsUsed.HOLE_AND_COMMUNITY, STAR4.at("15.2.6")),
    # The cards of a folded hand wait face down on the jackpot area.
    on_fold=Cited(OnFold.LIVE, STAR4.at("9.6.2")),
    loses=STAR4.at("15.2.8"),
)

SHARING = SharingRules(
    one_royal=STAR4.at("15.2.9.1"),
    one_straight_flush=STAR4.at("15.2.9.2"),
    several=STAR4.at("15.2.13"),
    royals=STAR4.at("15.2.13.1"),
    straight_flushes=STAR4.at("15.2.13.2"),
    straight_flush_first=STAR4.at("15.2.14"),
    right_to_left=STAR4.at("15.2.12"),
    paid_apart=STAR4.at("15.2.7"),
    bonus_offered=STAR4.at("15.2.10"),
    bonus_eligible=STAR4.at("15.2.10.1"),
    bonus_paid_to=STAR4.at("15.2.10.2"),
    bonus_not_to_winner=STAR4.at("15.2.10.3"),
    bonus_first=STAR4.at("15.2.10.4"),
    cancelled=STAR4.at("15.3.1"),
)
