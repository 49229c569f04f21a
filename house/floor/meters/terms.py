"""The terms of a meter: what it starts from, what feeds it, what it pays. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from game.hands import Category
from game.jackpots.changes import pairing
from game.jackpots.links import (
    TableTerms,
    may_link_games,
)
from game.jackpots.meter import Meter, prize_meter
from game.jackpots.prizes import PrizeTable, figure_on_sign
from game.rulebooks.crown3_jackpots import OPTIONS
from game.rulebooks.mass_side_bets import PROGRESSIVES
from house.floor.meters.models import MILLION
from house.floor.meters.systems import SET_FIRST, SYSTEMS, Pays, System
from house.money import dollars
from rulebook import HOUSE, Refusal, Refused

NAMED = HOUSE.at("METERS-13")
MOST_CENTS = 100_000_000_00
NO_METER = "This document has no such pay table."


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything a meter runs on."""

    rulebook: str
    price_cents: int = 0
    reseed_cents: int = 0
    rate_millionths: int = 0
    option: str = ""
    pay_table: str = ""
    approval: str = ""
    sharing: str = ""
    sign_cents: Mapping[str, int] = field(default_factory=dict)
    bonus_cents: Mapping[str, int] = field(default_factory=dict)
    says_folded: bool = False
    multi_game: bool = False

    @property
    def system(self) -> System:
        """What the document asks."""
        return SYSTEMS[self.rulebook]

    @property
    def rate(self) -> Fraction:
        """The share of each stake that goes to the meter."""
        return Fraction(self.rate_millionths, MILLION)

    def meter(self, staked: int = 0, paid: int = 0, received: int = 0) -> Meter:
        """The meter with these totals since its last reset."""
        return Meter(
            self.system.meter,
            self.reseed_cents,
            self.rate,
            self.price_cents,
            staked,
            paid,
            received,
        )

    def at_table(self, table: str) -> TableTerms:
        """The terms of a table that runs on the meter's own."""
        return TableTerms(
            table,
            self.qualifying,
            self.pay_table,
            self.reseed_cents,
            self.rate,
            self.price_cents,
        )

    @property
    def qualifying(self) -> frozenset[Category]:
        """The hands that win."""
        pays = prize_table(self)
        if isinstance(pays, PrizeTable):
            return frozenset(pays.prizes)
        progressive = PROGRESSIVES.get(self.pay_table)
        if progressive is None:
            return frozenset()
        return frozenset((*progressive.meter_share, *progressive.for_one))

    def plain(self) -> dict[str, object]:
        """The terms as the record keeps them."""
        return {
            "rulebook": self.rulebook,
            "option": self.option,
            "pay table": self.pay_table,
            "price_cents": self.price_cents,
            "seed_cents": self.reseed_cents,
            "rate_millionths": self.rate_millionths,
            "approval": self.approval,
            "sharing": self.sharing,
            "sign_cents": dict(self.sign_cents),
            "bonus_cents": dict(self.bonus_cents),
            "says_folded": self.says_folded,
            "multi_game": self.multi_game,
        }


def prize_table(terms: Terms) -> PrizeTable | Refused | None:
    """The pay table of the terms; a progressive has one of another kind."""
    return terms.system.prizes(terms.option, _hands(terms))


def _hands(terms: Terms) -> dict[Category, int]:
    known = {str(hand): hand for hand in Category}
    return {known[hand]: cents for hand, cents in terms.sign_cents.items()}


def check_terms(terms: Terms) -> Iterator[Refusal]:
    """Everything wrong or missing in the terms themselves."""
    if not 0 < terms.price_cents <= MOST_CENTS:
        cite = terms.system.links.price
        wrong = "A jackpot wager has no price."
        yield Refusal(cite, wrong, "Give the price of a wager.", "price_cents")
        return
    match terms.system.pays:
        case Pays.BY_OPTION:
            yield from _by_option(terms)
        case Pays.SEAT_BY_SEAT:
            yield from _progressive(terms)
        case _:
            yield from _set_by_the_house(terms)
    pays = prize_table(terms)
    yield from pays.refusals if isinstance(pays, Refused) else ()
    if terms.system.promised is not None:
        yield from _promises(terms, terms.system.promised)


def _by_option(terms: Terms) -> Iterator[Refusal]:
    option = OPTIONS.get(terms.option)
    if option is None:
        wrong = f"There is no option “{terms.option}”."
        yield Refusal(NAMED, wrong, f"Choose {' or '.join(OPTIONS)}.", "option")
        return
    seed, odd = divmod(terms.reseed_cents, terms.price_cents)
    meter = prize_meter(option, 0 if odd else seed, terms.price_cents)
    if isinstance(meter, Refused):
        yield from meter.refusals
    elif meter.rate != terms.rate:
        wrong = f"The rate is {percent(terms.rate_millionths)}."
        right = f"A seed of {seed:,} goes with {percent(int(meter.rate * MILLION))}."
        yield Refusal(option.seeds, wrong, right, "rate_millionths")
    refused = pairing(terms.option, terms.pay_table)
    yield from refused.refusals if refused else ()


def _progressive(terms: Terms) -> Iterator[Refusal]:
    yield from _set_by_the_house(terms)
    progressive = PROGRESSIVES.get(terms.pay_table)
    if progressive is None:
        right = f"Choose {', '.join(PROGRESSIVES)}."
        yield Refusal(terms.system.links.pay_table, NO_METER, right, "pay_table")
    elif progressive.stake_cents != terms.price_cents:
        wrong = f"{progressive.name} is not for {dollars(terms.price_cents)}."
        right = f"Its wager is {dollars(progressive.stake_cents)}."
        yield Refusal(progressive.cite, wrong, right, "price_cents")
    refused = may_link_games(terms.pay_table) if terms.multi_game else None
    yield from refused.refusals if refused else ()


def _set_by_the_house(terms: Terms) -> Iterator[Refusal]:
    """What the document leaves to the house is set before the meter opens."""
    if not 0 < terms.reseed_cents <= MOST_CENTS:
        wrong = "The meter has no value to start and start again from."
        yield Refusal(SET_FIRST, wrong, "Set it.", "reseed_cents")
    least = 0 if terms.system.may_stand_still else 1
    if not least <= terms.rate_millionths <= MILLION:
        wrong = f"{percent(terms.rate_millionths)} of each wager goes to the meter."
        right = "Set more than nothing and at most 100%."
        yield Refusal(SET_FIRST, wrong, right, "rate_millionths")


def _promises(terms: Terms, promised: PrizeTable) -> Iterator[Refusal]:
    """The sign may promise more than the document, never less."""
    for hand, cited in promised.prizes.items():
        least = figure_on_sign(cited.value)
        shown = terms.sign_cents.get(str(hand), least)
        if shown < least:
            wrong = f"The sign shows {dollars(shown)} for a {hand.replace('_', ' ')}."
            right = f"It may promise more than {dollars(least)}, never less."
            yield Refusal(cited.cite, wrong, right, f"sign_{hand}")


def percent(millionths: int) -> str:
    """34.06%: a rate as it is read out, with no more decimals than it has."""
    whole, rest = divmod(millionths, 10_000)
    decimals = f"{rest:04}".rstrip("0")
    decimals = decimals.ljust(2, "0") if decimals else ""
    return f"{whole}.{decimals}%" if decimals else f"{whole}%"
