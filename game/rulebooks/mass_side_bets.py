"""The side bets of Massachusetts: 3 Card Bonus, Cover All and the progressive."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category, ThreeCardHand
from game.jackpots.rules import LinkRules
from rulebook import HOUSE, MASS, Cite, Cited


@dataclass(frozen=True, slots=True)
class ThreeCardBonus:
    """What the document says of the 3 Card Bonus, which it prints twice over."""

    least_stake: Cited[int]  # nothing need be staked: the bet is a voluntary extra
    cards_used: Cited[CardsUsed]
    on_fold: Cited[OnFold]  # the bet is decided apart from every other wager


_SECTION_6 = ThreeCardBonus(
    least_stake=Cited(0, MASS.at("6(f)(1)")),
    cards_used=Cited(CardsUsed.COMMUNITY, MASS.at("6(f)(3)")),
    on_fold=Cited(OnFold.LIVE, MASS.at("6(f)(5)")),
)
_SECTION_11P = ThreeCardBonus(
    least_stake=Cited(0, MASS.at("11P(a)")),
    cards_used=Cited(CardsUsed.COMMUNITY, MASS.at("11P(b)")),
    on_fold=Cited(OnFold.LIVE, MASS.at("6(f)(5)")),
)


@dataclass(frozen=True, slots=True)
class ThreeCardTable:
    """One pay table of the 3 Card Bonus; every figure is “to 1”."""

    name: str
    pays: Mapping[ThreeCardHand, int]
    cite: Cite
    bonus: ThreeCardBonus

    def odds(self, hand: ThreeCardHand) -> int | None:
        """What the hand pays to 1, or nothing for a losing hand."""
        if hand is ThreeCardHand.MINI_ROYAL and hand not in self.pays:
            return self.pays[ThreeCardHand.STRAIGHT_FLUSH]
        return self.pays.get(hand)


def _three_card(
    straight: int, flush: int, mini_royal: int | None = None
) -> Mapping[ThreeCardHand, int]:
    top = {} if mini_royal is None else {ThreeCardHand.MINI_ROYAL: mini_royal}
    return top | {
        ThreeCardHand.STRAIGHT_FLUSH: 40,
        ThreeCardHand.THREE_OF_A_KIND: 30,
        ThreeCardHand.STRAIGHT: straight,
        ThreeCardHand.FLUSH: flush,
        ThreeCardHand.PAIR: 1,
    }


_1, _2, _3 = _three_card(6, 4), _three_card(5, 4), _three_card(6, 3)
_4 = _three_card(6, 4, mini_royal=50)
_5 = _three_card(5, 4, mini_royal=50)
_6 = _three_card(6, 3, mini_royal=50)
THREE_CARD_TABLES: Mapping[str, ThreeCardTable] = {
    name: ThreeCardTable(name, pays, cite, bonus)
    for name, pays, cite, bonus in (
        ("3CS-01", _1, MASS.at("6(f):Table 1"), _SECTION_6),
        ("3CS-02", _2, MASS.at("6(f):Table 1"), _SECTION_6),
        ("3CS-03", _3, MASS.at("6(f):Table 1"), _SECTION_6),
        ("3CS-04", _4, MASS.at("6(f):Table 2"), _SECTION_6),
        ("3CS-05", _5, MASS.at("6(f):Table 2"), _SECTION_6),
        ("3CS-06", _6, MASS.at("6(f):Table 2"), _SECTION_6),
        ("Paytable 1", _1, MASS.at("11P(b):Paytable 1"), _SECTION_11P),
        ("Paytable 2", _2, MASS.at("11P(b):Paytable 2"), _SECTION_11P),
        ("Paytable 3", _3, MASS.at("11P(b):Paytable 3"), _SECTION_11P),
        ("Paytable 4", _4, MASS.at("11P(b):Paytable 4"), _SECTION_11P),
        ("Paytable 5", _5, MASS.at("11P(b):Paytable 5"), _SECTION_11P),
        ("Paytable 6", _6, MASS.at("11P(b):Paytable 6"), _SECTION_11P),
    )
}


# Cover All pays the best hand of the table, by the number of players dealt in.
_COVER_ALL_HANDS = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
)
COVER_ALL_LEAST = Cited(Category.THREE_OF_A_KIND, MASS.at("12(b)"))
COVER_ALL_HANDS_PAID = Cited(1, MASS.at("12(g)"))
_MATRIX = MASS.at("12(k):table")
COVER_ALL: Mapping[int, Cited[Mapping[Category, int]]] = {
    players: Cited(dict(zip(_COVER_ALL_HANDS, to_one, strict=True)), cite)
    for players, to_one, cite in (
        (1, (500, 200, 150, 100, 60, 40, 20), _MATRIX),
        (2, (250, 100, 80, 50, 30, 20, 10), _MATRIX),
        (3, (200, 80, 50, 35, 20, 12, 7), _MATRIX),
        (4, (150, 70, 40, 25, 15, 10, 5), _MATRIX),
        (5, (125, 60, 35, 20, 11, 8, 4), _MATRIX),
        (6, (100, 50, 30, 20, 10, 6, 3), MASS.at("12(f):table")),
    )
}


@dataclass(frozen=True, slots=True)
class ProgressiveTable:
    """One pay table of the progressive: shares of the meter, “for 1” odds and envy."""

    name: str
    stake_cents: int
    meter_share: Mapping[Category, Fraction]
    for_one: Mapping[Category, int]
    envy_cents: Mapping[Category, int]
    linkable: bool  # may serve a Multi Game Link
    cite: Cite


def _progressive(
    name: str, cite: Cite, dollars: int, *, linkable: bool
) -> ProgressiveTable:
    """A pay table for so many dollars staked, which envy goes by as well."""
    return ProgressiveTable(
        name=name,
        stake_cents=dollars * 1_00,
        meter_share={
            Category.ROYAL_FLUSH: Fraction(1),
            Category.STRAIGHT_FLUSH: Fraction(1, 10),
        },
        for_one={
            Category.FOUR_OF_A_KIND: 300,
            Category.FULL_HOUSE: 50,
            Category.FLUSH: 40,
            Category.STRAIGHT: 30,
            Category.THREE_OF_A_KIND: 9,
        },
        envy_cents={
            Category.ROYAL_FLUSH: dollars * 1_000_00,
            Category.STRAIGHT_FLUSH: dollars * 300_00,
        },
        linkable=linkable,
        cite=cite,
    )


PROGRESSIVES: Mapping[str, ProgressiveTable] = {
    table.name: table
    for table in (
        _progressive("MS Stud-01", MASS.at("11P(h):MS Stud-01"), 1, linkable=False),
        _progressive(
            "MS Stud MG-01", MASS.at("11P(h):MS Stud MG-01"), 1, linkable=True
        ),
        _progressive(
            "MS Stud MG-02", MASS.at("11P(h):MS Stud MG-02"), 5, linkable=True
        ),
    )
}

# Games of different titles on one progressive must agree in all three respects.
LINKS = LinkRules(
    joins=MASS.at("11P(k)"),
    pay_table=MASS.at("11P(k)"),
    rate_and_seed=HOUSE.at("JACKPOT-2"),
    price=MASS.at("11P(k)"),
    decks=MASS.at("11P(k)"),
)
