"""Mississippi Stud at The Star Sydney, version 4: what it changed, and what it kept."""

from dataclasses import replace

from game.rulebooks import nsw3
from game.rulebooks.mississippi import MississippiRules, Sizes, StreetRules
from game.rulebooks.restated import restated
from rulebook import STAR4, Cited

# Clauses that say what they said before version 4, under the same number.
# fmt: off
KEPT = (
    STAR4.at("3.1"), STAR4.at("3.2"), STAR4.at("3.2.2"), STAR4.at("3.2.1"),
    STAR4.at("3.4"), STAR4.at("3.7"), STAR4.at("3.8"), STAR4.at("4.1"), STAR4.at("4.4"),
    STAR4.at("4.1.1"), STAR4.at("4.1.2"), STAR4.at("4.1.3"), STAR4.at("4.4.5"),
    STAR4.at("4.4.1"), STAR4.at("4.2"), STAR4.at("4.4.3"), STAR4.at("4.4.4"),
    STAR4.at("4.3"), STAR4.at("8.1"), STAR4.at("3.3"), STAR4.at("1.1:Hole Cards"),
    STAR4.at("1.1:Community Cards"), STAR4.at("1.1:Player’s Hand"), STAR4.at("8.1(a)"),
    STAR4.at("8.1(b)"), STAR4.at("8.1(c)"), STAR4.at("8.1(d)"), STAR4.at("8.1(e)"),
    STAR4.at("8.1(f)"), STAR4.at("8.1(g)"), STAR4.at("8.1(h)"), STAR4.at("8.1(i)"),
    STAR4.at("8.1(j)"), STAR4.at("1.1:Ante Wager"),
    STAR4.at("1.1:Casino Promotional Token"), STAR4.at("10.3"), STAR4.at("7.2"),
    STAR4.at("7.1"), STAR4.at("7.2.1"), STAR4.at("7.2.2"), STAR4.at("7.2.3"),
    STAR4.at("7.2.4"), STAR4.at("7.2.5"), STAR4.at("7.2.6"), STAR4.at("7.3"),
    STAR4.at("7.3.3"), STAR4.at("7.3.1"), STAR4.at("7.3.4"), STAR4.at("7.3.5"),
    STAR4.at("7.3.6"), STAR4.at("7.3.7"), STAR4.at("7.3.2"), STAR4.at("3.6"),
    STAR4.at("1.1:3rd Street"), STAR4.at("9.1"), STAR4.at("1.1:3rd Street Wager"),
    STAR4.at("9.1.2"), STAR4.at("9.1.1"), STAR4.at("1.1:4th Street"), STAR4.at("9.2"),
    STAR4.at("1.1:4th Street Wager"), STAR4.at("9.2.2"), STAR4.at("9.2.1"),
    STAR4.at("1.1:5th Street"), STAR4.at("9.3"), STAR4.at("1.1:5th Street Wager"),
    STAR4.at("9.3.2"), STAR4.at("9.3.1"), STAR4.at("9.5"), STAR4.at("1.1:Fold"),
    STAR4.at("9.6"), STAR4.at("11.11"), STAR4.at("10.5"), STAR4.at("9.8"),
    STAR4.at("1.1:Void"), STAR4.at("10.1"), STAR4.at("10.4"), STAR4.at("10.2"),
    STAR4.at("15.2.14"), STAR4.at("1.1:Round Of Play"), STAR4.at("10.3:Payout Table"),
    STAR4.at("10.3:Note"), STAR4.at("1.1:Deck-Checking Device"),
    STAR4.at("1.1:Inspector"),
)
# fmt: on

# Clauses that say what they said before version 4, by the number they had.
MOVED = {
    "2.3.2": STAR4.at("2.4.2"),
    "5.1": STAR4.at("5.2"),
    "5.2": STAR4.at("5.3"),
    "5.3": STAR4.at("5.4"),
    "5.4": STAR4.at("5.5"),
    "1.1:Jackpot Wager": STAR4.at("1.1:jackpot wager"),
    "15.1.2.3": STAR4.at("15.2.5.3"),
    "5.5": STAR4.at("5.6"),
    "13.10": STAR4.at("13.15"),
    "13.11": STAR4.at("13.16"),
    "6.6.2": STAR4.at("6.7.2"),
    "1.1:Stand off": STAR4.at("1.1:Stand-off"),
}


def _any_amount(street: StreetRules) -> StreetRules:
    """A street bet of any amount in the range, no longer whole multiples alone."""
    return replace(street, sizes=Cited(Sizes.ANY_AMOUNT, street.sizes.cite))


def _version_four(kept: MississippiRules) -> MississippiRules:
    """What version 4 changed: the sizes of street bets, and jackpots that outlive."""
    third, fourth, fifth = kept.streets
    folding = replace(
        kept.folding,
        jackpot_lost=Cited(value=False, cite=kept.folding.jackpot_lost.cite),
        discarded=STAR4.at("9.6.1"),
        held=STAR4.at("9.6.2"),
        paid_only_jackpot=STAR4.at("10.2.1"),
    )
    streets = (_any_amount(third), _any_amount(fourth), _any_amount(fifth))
    return replace(kept, streets=streets, folding=folding)


RULES = _version_four(restated(nsw3.RULES, STAR4, KEPT, MOVED))
