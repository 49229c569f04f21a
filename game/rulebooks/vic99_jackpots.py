"""The Caribbean Stud jackpot of 1999: fixed sums, or a share of the display."""

from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.prizes import FixedPrize, MeterShare, PrizeTable
from rulebook import VIC99, Cited

PAYS = PrizeTable(
    name="Rule 12.1",
    cite=VIC99.at("N25-12.1"),
    prizes={
        Category.ROYAL_FLUSH: Cited(
            MeterShare(Fraction(1), at_least_cents=75_000_00), VIC99.at("N25-12.1")
        ),
        Category.STRAIGHT_FLUSH: Cited(
            MeterShare(Fraction(1, 10), at_least_cents=7_500_00),
            VIC99.at("N25-12.1"),
        ),
        Category.FOUR_OF_A_KIND: Cited(FixedPrize(500_00), VIC99.at("N25-12.1")),
        Category.FULL_HOUSE: Cited(FixedPrize(150_00), VIC99.at("N25-12.1")),
        Category.FLUSH: Cited(FixedPrize(100_00), VIC99.at("N25-12.1")),
    },
    cards_used=Cited(CardsUsed.HAND, VIC99.at("N25-9.5")),
    # Folded cards are collected before the jackpot hands are looked for.
    on_fold=Cited(OnFold.LOST, VIC99.at("N25-8.4")),
    loses=VIC99.at("N25-12.1"),
)
