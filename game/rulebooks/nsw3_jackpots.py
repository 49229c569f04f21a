"""The jackpot of the earlier New South Wales rules, whose amounts are on the sign."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots import rules
from game.jackpots.prizes import FixedPrize, MeterShare, PrizeTable
from rulebook import HOUSE, NSW3, Cited, Refusal, Refused

WINNING = Cited(
    (
        Category.ROYAL_FLUSH,
        Category.STRAIGHT_FLUSH,
        Category.FOUR_OF_A_KIND,
        Category.FULL_HOUSE,
        Category.FLUSH,
    ),
    NSW3.at("15.2.8"),
)
_METERED = {
    Category.ROYAL_FLUSH: Fraction(1),
    Category.STRAIGHT_FLUSH: Fraction(1, 10),
}


@dataclass(frozen=True, slots=True)
class JackpotSign:
    """The jackpot figures on a table's sign; those of the top two are minimums."""

    cents: Mapping[Category, int]


def pays(sign: JackpotSign) -> PrizeTable | Refused:
    """The pay table a sign makes, or every amount still missing from it."""
    missing = [hand for hand in WINNING.value if sign.cents.get(hand, 0) <= 0]
    if missing:
        cite, wrong = NSW3.at("15.2.9"), "The sign gives no amount for a"
        right = "All five jackpot payouts are shown before the jackpot opens."
        named = [(hand, hand.replace("_", " ")) for hand in missing]
        lacks = (Refusal(cite, f"{wrong} {name}.", right, hand) for hand, name in named)
        return Refused(tuple(lacks))
    metered = {
        hand: Cited(MeterShare(share, sign.cents[hand]), NSW3.at("15.2.9"))
        for hand, share in _METERED.items()
    }
    fixed = {
        hand: Cited(FixedPrize(sign.cents[hand]), NSW3.at("15.2.9"))
        for hand in WINNING.value
        if hand not in metered
    }
    return PrizeTable(
        name="table sign",
        cite=NSW3.at("15.2.9"),
        prizes={**metered, **fixed},
        cards_used=Cited(CardsUsed.HOLE_AND_COMMUNITY, NSW3.at("15.2.6")),
        on_fold=Cited(OnFold.LOST, NSW3.at("1.1:Fold")),
        loses=WINNING.cite,
    )


SHARING = rules.SharingRules(
    one_royal=NSW3.at("15.2.9"),
    one_straight_flush=NSW3.at("15.2.9"),
    several=NSW3.at("15.2.13"),
    royals=NSW3.at("15.2.13.1"),
    straight_flushes=NSW3.at("15.2.13.2"),
    straight_flush_first=NSW3.at("15.2.14"),
    right_to_left=NSW3.at("15.2.12"),
    paid_apart=NSW3.at("15.2.7"),
    bonus_needs_wager=NSW3.at("1.1:Bonus Jackpot"),
    bonus_offered=NSW3.at("15.2.10"),
    bonus_eligible=NSW3.at("15.2.10.1"),
    bonus_paid_to=NSW3.at("15.2.10.2"),
    bonus_not_to_winner=NSW3.at("15.2.10.3"),
    bonus_first=NSW3.at("15.2.10.4"),
    fixed=NSW3.at("1.1:Fixed Jackpot"),
    progressive=NSW3.at("1.1:Progressive Jackpot"),
)

LINKS = rules.LinkRules(
    serves=NSW3.at("15.1.2.1"),
    one_meter=NSW3.at("15.1.2.2"),
    joins=NSW3.at("15.2.5"),
    pay_table=NSW3.at("15.2.5.1"),
    rate_and_seed=NSW3.at("15.2.5.2"),
    price=NSW3.at("15.1.2.3"),
)
MANY_METERS = rules.ManyMeters(
    most=Cited(None, NSW3.at("15.1.1")), linking=NSW3.at("15.1.2")
)
OPENING = rules.OpeningRules(
    approval=NSW3.at("1.1:Jackpot Meter System"),
    display=NSW3.at("15.1.3"),
    feeds=NSW3.at("15.1.3"),
    price_sign=NSW3.at("15.2.3"),
    bonus_sign=NSW3.at("15.2.11"),
)
WAGERING = rules.WageringRules(
    needs_stake=NSW3.at("15.2.1"),
    accepted=NSW3.at("15.2.2"),
    price=NSW3.at("15.2.3"),
    before_first_card=NSW3.at("15.2.4"),
)
METER = rules.MeterRules(
    floor=NSW3.at("15.1.3"),
    seed=HOUSE.at("JACKPOT-2"),
    increments=NSW3.at("15.1.3"),
    prizes=NSW3.at("15.2.9"),
    reset=HOUSE.at("JACKPOT-2"),
)
