"""The jackpot of Crown Melbourne: two options, each with its seeds and its prizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.prizes import DOLLAR, FixedPrize, MeterShare, PrizeTable
from game.jackpots.rules import LinkRules, ManyMeters
from game.ranks import Rank
from rulebook import CROWN3, Cite, Cited


@dataclass(frozen=True, slots=True)
class Option:
    """Seed values with their increment rates, and the one prize table they go with."""

    name: str
    rates: Mapping[int, Fraction]  # seed in dollars per dollar of wager → rate
    seeds: Cite
    pays: PrizeTable


# Both options print the same seeds, each with rates of its own.
SEEDS = (10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 75_000)


def _rates(*percents: str) -> Mapping[int, Fraction]:
    rates = (Fraction(percent) / 100 for percent in percents)
    return dict(zip(SEEDS, rates, strict=True))


def _table(name: str, cite: Cite, bonus: Mapping[Category, int]) -> PrizeTable:
    fixed = {
        hand: Cited(FixedPrize(dollars * DOLLAR, per_dollar=True), cite)
        for hand, dollars in bonus.items()
    }
    return PrizeTable(
        name=name,
        cite=cite,
        prizes={
            Category.ROYAL_FLUSH: Cited(MeterShare(Fraction(1)), cite),
            Category.STRAIGHT_FLUSH: Cited(MeterShare(Fraction(1, 10)), cite),
            **fixed,
        },
        cards_used=Cited(CardsUsed.HOLE_AND_COMMUNITY, CROWN3.at("5.9.1")),
        on_fold=Cited(OnFold.LOST, CROWN3.at("5.9.2")),
        loses=CROWN3.at("5.9.2"),
    )


OPTION_1 = Option(
    name="option-1",
    rates=_rates("34.06", "32.51", "30.94", "29.36", "27.76", "26.12", "23.50"),
    seeds=CROWN3.at("9.3:Table2"),
    pays=_table(
        "Table 4",
        CROWN3.at("10.1.2:Table4"),
        {
            Category.FOUR_OF_A_KIND: 500,
            Category.FULL_HOUSE: 150,
            Category.FLUSH: 100,
        },
    ),
)
OPTION_2 = Option(
    name="option-2",
    rates=_rates("31.02", "29.47", "27.90", "26.32", "24.70", "23.02", "20.28"),
    seeds=CROWN3.at("9.3:Table3"),
    pays=_table(
        "Table 5",
        CROWN3.at("10.1.2:Table5"),
        {
            Category.FOUR_OF_A_KIND: 600,
            Category.FULL_HOUSE: 100,
            Category.FLUSH: 60,
            Category.STRAIGHT: 40,
        },
    ),
)
OPTIONS: Mapping[str, Option] = {option.name: option for option in (OPTION_1, OPTION_2)}

DECIDES_METERED = Cited(Rank.ASSISTANT_CASINO_MANAGER, CROWN3.at("10.1.1"))
DECIDES_OTHER = Cited(Rank.DEALER, CROWN3.at("10.1.2"))

TABLE_CHANGE_NOTICE = Cited(timedelta(minutes=20), CROWN3.at("9.1.1(h)"))
CLOSURE_NOTICE = Cited(timedelta(minutes=20), CROWN3.at("9.1.1(i)"))
# “A reasonable period” is a setting; it begins at the length the other notices have.
OPTION_CHANGE_NOTICE = Cited(timedelta(minutes=20), CROWN3.at("9.1.1(g)"))

LINKS = LinkRules(
    serves=CROWN3.at("9.1.1(a)"),
    one_meter=CROWN3.at("9.1.1(c)"),
    joins=CROWN3.at("9.1.1(b)"),
    qualifying=CROWN3.at("9.1.1(b)(i)"),
    pay_table=CROWN3.at("9.1.1(b)(ii)"),
    rate_and_seed=CROWN3.at("9.1.1(b)(iii)"),
    price=CROWN3.at("9.1.1(d)"),
)
# The house may run one meter or several; several share an option, never a price.
MANY_METERS = ManyMeters(
    most=Cited(None, CROWN3.at("9.1.1")),
    different_price=CROWN3.at("9.1.1(e)"),
    same_option=CROWN3.at("9.1.1(f)"),
)
