"""The jackpot of The Star, whose amounts stand in the rules themselves."""

from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.prizes import FixedPrize, MeterShare, PrizeTable
from game.jackpots.rules import (
    LinkRules,
    ManyMeters,
    MeterRules,
    OpeningRules,
    SharingRules,
    WageringRules,
)
from rulebook import HOUSE, STAR4, Cited

PAYS = PrizeTable(
    name="Rule 15.2.9",
    cite=STAR4.at("15.2.9:Payout Table"),
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
    bonus_needs_wager=STAR4.at("1.1:bonus jackpot"),
    bonus_offered=STAR4.at("15.2.10"),
    bonus_eligible=STAR4.at("15.2.10.1"),
    bonus_paid_to=STAR4.at("15.2.10.2"),
    bonus_not_to_winner=STAR4.at("15.2.10.3"),
    bonus_first=STAR4.at("15.2.10.4"),
    fixed=STAR4.at("1.1:fixed jackpot"),
    progressive=STAR4.at("1.1:progressive jackpot"),
)

LINKS = LinkRules(
    serves=STAR4.at("15.1.2.1"),
    one_meter=STAR4.at("15.1.2.2"),
    joins=STAR4.at("15.2.5"),
    pay_table=STAR4.at("15.2.5.1"),
    rate_and_seed=STAR4.at("15.2.5.2"),
    price=STAR4.at("15.2.5.3"),
)
MANY_METERS = ManyMeters(
    most=Cited(None, STAR4.at("15.1.1")), linking=STAR4.at("15.1.2")
)
OPENING = OpeningRules(
    approval=STAR4.at("1.1:jackpot system"),
    display=STAR4.at("2.4.3"),
    feeds=STAR4.at("15.1.3"),
    price_sign=STAR4.at("15.2.3"),
    bonus_sign=STAR4.at("15.2.11"),
    folded_sign=STAR4.at("15.1.4"),
    spots=STAR4.at("2.2.4"),
)
WAGERING = WageringRules(
    needs_stake=STAR4.at("15.2.1"),
    accepted=STAR4.at("15.2.2"),
    price=STAR4.at("15.2.3"),
    before_first_card=STAR4.at("15.2.4"),
    on_anothers_box=STAR4.at("15.2.1.1"),
)
METER = MeterRules(
    floor=STAR4.at("15.1.3"),
    seed=HOUSE.at("JACKPOT-2"),
    increments=STAR4.at("2.3"),
    prizes=STAR4.at("15.2.9"),
    reset=HOUSE.at("JACKPOT-2"),
)
