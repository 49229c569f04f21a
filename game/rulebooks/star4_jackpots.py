"""The jackpot of The Star, whose amounts stand in the rules themselves.

Apart from them it states what version 4 changed.
"""

from dataclasses import replace
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.prizes import FixedPrize, MeterShare, PrizeTable
from game.rulebooks import nsw3_jackpots
from game.rulebooks.restated import restated
from rulebook import STAR4, Cited

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

# Clauses that say what they said before version 4, under the same number.
# fmt: off
KEPT = (
    STAR4.at("15.1.1"), STAR4.at("15.1.2"), STAR4.at("15.1.2.1"), STAR4.at("15.1.2.2"),
    STAR4.at("15.1.3"), STAR4.at("15.2.1"), STAR4.at("15.2.2"), STAR4.at("15.2.3"),
    STAR4.at("15.2.4"), STAR4.at("15.2.5"), STAR4.at("15.2.5.1"), STAR4.at("15.2.5.2"),
    STAR4.at("15.2.7"), STAR4.at("15.2.9"), STAR4.at("15.2.10"), STAR4.at("15.2.10.1"),
    STAR4.at("15.2.10.2"), STAR4.at("15.2.10.3"), STAR4.at("15.2.10.4"),
    STAR4.at("15.2.11"), STAR4.at("15.2.12"), STAR4.at("15.2.13"),
    STAR4.at("15.2.13.1"), STAR4.at("15.2.13.2"), STAR4.at("15.2.14"),
)
# fmt: on

# Clauses that say what they said before version 4, by the number they had.
MOVED = {
    "1.1:Bonus Jackpot": STAR4.at("1.1:bonus jackpot"),
    "1.1:Fixed Jackpot": STAR4.at("1.1:fixed jackpot"),
    "1.1:Jackpot Meter System": STAR4.at("1.1:jackpot system"),
    "1.1:Progressive Jackpot": STAR4.at("1.1:progressive jackpot"),
    "15.1.2.3": STAR4.at("15.2.5.3"),
}

SHARING = replace(
    restated(nsw3_jackpots.SHARING, STAR4, KEPT, MOVED),
    one_royal=STAR4.at("15.2.9.1"),
    one_straight_flush=STAR4.at("15.2.9.2"),
)
LINKS = restated(nsw3_jackpots.LINKS, STAR4, KEPT, MOVED)
MANY_METERS = restated(nsw3_jackpots.MANY_METERS, STAR4, KEPT, MOVED)
OPENING = replace(
    restated(nsw3_jackpots.OPENING, STAR4, KEPT, MOVED),
    display=STAR4.at("2.4.3"),
    folded_sign=STAR4.at("15.1.4"),
    spots=STAR4.at("2.2.4"),
)
WAGERING = replace(
    restated(nsw3_jackpots.WAGERING, STAR4, KEPT, MOVED),
    on_anothers_box=STAR4.at("15.2.1.1"),
)
METER = replace(
    restated(nsw3_jackpots.METER, STAR4, KEPT, MOVED), increments=STAR4.at("2.3")
)
