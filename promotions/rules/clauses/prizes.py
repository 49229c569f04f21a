"""The prizes: what they are, what they are worth, how they reach their winners."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from promotions.rules.clauses import kinds_of_prizes as kinds
from promotions.rules.clauses.base import RegimeClause
from promotions.rules.clauses.kinds_of_prizes import (
    NEEDS,
    Appliance,
    Estate,
    Liquor,
    Travel,
    Vehicle,
)
from promotions.rules.goods import IN_MONEY, TELLING, Barred, Given, PrizeKind
from promotions.rules.regimes import Regime
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

STATED: Cite = HOUSE.at("PROMOTION-16")
ONE_CURRENCY: Cite = HOUSE.at("PROMOTION-26")


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize, or several alike."""

    title: str = ""
    kind: PrizeKind | None = None
    quantity: int = 1
    value_cents: int | None = None  # of each
    nature: str = ""
    qualification: str = ""  # reservation or guarantee; “none” is an answer
    conditions: str = ""  # for receiving, using or accepting it
    given: tuple[Given, ...] = ()
    alternative_cents: int | None = None  # in money, instead
    contains: tuple[Barred, ...] = ()
    appliance: Appliance | None = None
    vehicle: Vehicle | None = None
    travel: Travel | None = None
    estate: Estate | None = None
    liquor: Liquor | None = None

    @property
    def money_cents(self) -> int:
        """How much money a winner may get."""
        own = self.value_cents if self.kind is PrizeKind.MONEY else 0
        return max(own or 0, self.alternative_cents or 0)

    @property
    def words(self) -> str:
        """Everything that says what it is."""
        return f"{self.title} {self.nature}".lower()

    def at(self, field: str) -> Any:
        """The value of a field, also inside the details of its kind."""
        group, _, name = field.rpartition(".")
        inside = getattr(self, group) if group else self
        return None if inside is None else getattr(inside, name)

    def details(self) -> Iterator[str]:
        """What its kind adds, in sentences."""
        if self.kind is PrizeKind.APPLIANCE:
            yield kinds.said_of_appliance(self.appliance or Appliance())
        if self.kind is PrizeKind.VEHICLE:
            yield kinds.said_of_vehicle(self.vehicle or Vehicle())
        if self.kind is PrizeKind.TRAVEL:
            yield kinds.said_of_travel(self.travel or Travel())
        if self.kind is PrizeKind.REAL_ESTATE:
            yield kinds.said_of_estate(self.estate or Estate())
        if self.kind is PrizeKind.LIQUOR or self.liquor:
            yield kinds.said_of_liquor(self.liquor or Liquor())


def worth_cents(prize: Prize) -> int:
    """What one such prize is worth: the declared value, or the money instead."""
    return max(prize.value_cents or 0, prize.alternative_cents or 0)


@dataclass(frozen=True, slots=True)
class PrizesClause(RegimeClause):
    """Every prize in the order of drawing, with its value and conditions."""

    title = "Prizes"

    currency: str = "AUD"
    prizes: tuple[Prize, ...] = ()

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for prizes and their values."""
        return terms.regime.items.prizes

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """Prizes, their nature, what is barred, and what their kinds add."""
        regime = terms.regime
        of_kinds = (kinds.kind_rule(prize.kind, regime.items) for prize in self.prizes)
        every = (
            self.rule(terms),
            regime.items.nature,
            regime.acts_of_parliament.cite,
            *of_kinds,
        )
        return tuple(dict.fromkeys(every))

    def text(self, terms: "Terms") -> str:
        """Every prize in full."""
        if not self.prizes:
            return wording.BLANK
        return " ".join(f"{title}: {text}" for title, text in self.paragraphs(terms))

    def paragraphs(self, terms: "Terms") -> Iterator[tuple[str, str]]:
        """A paragraph for each prize, and one for what is barred."""
        for prize in self.prizes:
            yield wording.phrase(prize.title), " ".join(self._said(prize))
        if self.prizes:
            yield "What no prize is", self._never(terms.regime)

    def _said(self, prize: Prize) -> Iterator[str]:
        each = " each" if prize.quantity > 1 else ""
        many = wording.capital(wording.many(prize.quantity, "prize"))
        kind = prize.kind.words if prize.kind else wording.BLANK
        value = wording.dollars(prize.value_cents)
        yield f"{many} ({kind}), worth {self.currency} {value}{each}."
        yield wording.ended(prize.nature)
        yield from prize.details()
        yield f"Reservations and guarantees: {wording.ended(prize.qualification)}"
        yield f"Conditions: {wording.ended(prize.conditions)}"
        if prize.alternative_cents:
            instead = wording.dollars(prize.alternative_cents)
            yield f"The winner may take {self.currency} {instead} instead."
        if prize.given:
            ways = wording.listed((way.words for way in prize.given), "or")
            chosen = ", as the winner chooses" if len(prize.given) > 1 else ""
            yield f"It is {ways}{chosen}."

    @staticmethod
    def _never(regime: Regime) -> str:
        litres = regime.most_liquor_ml.value // 1000
        return (
            "No prize is or contains tobacco, a firearm, ammunition or an imitation of "
            f"one, a prohibited weapon, more than {litres} litres of liquor, or "
            f"anything the regulations under {regime.acts_of_parliament.value} of the "
            "Casino Control Act bar."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """What each prize, and its kind, has to say."""
        if not self.currency.strip():
            wrong = "Values are given without a currency."
            yield Refusal(ONE_CURRENCY, wrong, "Write it, such as AUD.", "currency")
        if not self.prizes:
            yield self.lack(terms, "prizes", "There is no prize.", "Add one.")
        for at, prize in enumerate(self.prizes):
            for refusal in _missing(prize, terms.regime):
                yield _in_row(refusal, at)

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """What no prize may be, and how none may be given."""
        for at, prize in enumerate(self.prizes):
            for refusal in (
                *_figures(prize, terms.regime),
                *barred(prize, terms.regime),
                *_alternative(prize, terms.regime),
                *_payment(prize, terms.regime),
            ):
                yield _in_row(refusal, at)


def _in_row(refusal: Refusal, at: int) -> Refusal:
    field = f"prizes.{at}.{refusal.field}"
    return Refusal(refusal.cite, refusal.wrong, refusal.right, field)


def _named(prize: Prize) -> str:
    return f"“{wording.phrase(prize.title)}”"


def _missing(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    """What every prize says, and then what its kind adds."""
    items, name = regime.items, _named(prize)
    if not prize.title.strip():
        yield Refusal(items.prizes, "A prize has no name.", "Give it one.", "title")
    if prize.kind is None:
        wrong = f"It is not said what kind of prize {name} is."
        yield Refusal(items.prizes, wrong, "Choose its kind.", "kind")
    if not prize.value_cents:
        wrong = f"The value of {name} is not given."
        yield Refusal(items.prizes, wrong, "Enter it.", "value_cents")
    if not prize.conditions.strip():
        wrong = f"The conditions for receiving and using {name} are not given."
        right = "Write them, or “none”."
        yield Refusal(items.prizes, wrong, right, "conditions")
    if not prize.nature.strip():
        wrong = f"The nature of {name} is not given."
        yield Refusal(items.nature, wrong, "Say what it is.", "nature")
    if not prize.qualification.strip():
        wrong = f"It is not said what is reserved or guaranteed of {name}."
        yield Refusal(items.nature, wrong, "Write it, or “none”.", "qualification")
    if prize.kind in NEEDS:
        yield from _details(prize, regime)


def _details(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    assert prize.kind is not None
    for need in NEEDS[prize.kind](regime.items):
        if is_blank_at(prize, need.field):
            wrong = f"The {need.what} of {_named(prize)} is not given."
            yield Refusal(need.rule, wrong, "Enter it.", need.field)


def is_blank_at(prize: Prize, field: str) -> bool:
    """Whether nothing was said at a field of a prize."""
    return kinds.is_blank(prize.at(field))


def _figures(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    if prize.quantity < 1:
        wrong = f"There are {prize.quantity} of {_named(prize)}."
        yield Refusal(regime.items.prizes, wrong, "Enter 1 or more.", "quantity")


def barred(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    """Why a thing may never be won, whatever it is called."""
    for kind, cite in regime.barred.items():
        told = any(re.search(rf"\b{word}\b", prize.words) for word in TELLING[kind])
        if told or kind in prize.contains:
            thing = kind.value.replace("-", " ")
            wrong = f"{_named(prize)} is or contains {thing}."
            yield Refusal(cite, wrong, "Such a thing is never a prize.", "contains")
    most = regime.most_liquor_ml
    volume = prize.liquor.volume_ml if prize.liquor else None
    if volume is not None and volume > most.value:
        wrong = f"{_named(prize)} has {kinds.said_of_liquor(Liquor(volume))}"
        right = f"At most {most.value // 1000} litres are allowed."
        yield Refusal(most.cite, wrong, right, "liquor.volume_ml")


def prescribed(
    prizes: tuple[Prize, ...], regime: Regime, things: tuple[str, ...]
) -> Iterator[Refusal]:
    """Why a prize may not be given that the house's list of prescribed things names."""
    for at, prize in enumerate(prizes):
        for thing in things:
            if thing.strip() and thing.lower() in prize.words:
                wrong = f"{_named(prize)} is on the list of prescribed things: {thing}."
                right = "Such a thing is never a prize."
                field = f"prizes.prizes.prizes.{at}.title"
                yield Refusal(regime.prescribed, wrong, right, field)


def _alternative(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    """Money instead is for things alone."""
    never = regime.no_alternative
    if not prize.alternative_cents:
        return
    if prize.kind in never.value or prize.kind is PrizeKind.MONEY:
        kind = prize.kind.words if prize.kind else ""
        wrong = f"Money is offered instead of {kind}."
        yield Refusal(never.cite, wrong, "Take it out.", "alternative_cents")


def _payment(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    """How the prize is given stands in the terms; above a sum the winner chooses."""
    ban, choice = regime.no_cash, regime.choice_over_cents
    if ban and Given.CASH in prize.given:
        wrong = f"{_named(prize)} would be given in cash."
        yield Refusal(ban, wrong, "Name another way.", "given")
    if not prize.given:
        wrong = f"It is not said how {_named(prize)} is given."
        yield Refusal(ban or STATED, wrong, "Name at least one way.", "given")
    elif prize.alternative_cents and not IN_MONEY & set(prize.given):
        wrong = f"It is not said how the money instead of {_named(prize)} is paid."
        yield Refusal(ban or STATED, wrong, "Name a way to pay money.", "given")
    elif prize.money_cents > choice.value:
        lacks = [way for way in Given if way in regime.choice - set(prize.given)]
        if lacks:
            ways = wording.listed(way.words for way in lacks)
            wrong = f"The winner of {_named(prize)} could not be {ways}."
            right = f"Above {wording.dollars(choice.value)} the winner chooses."
            yield Refusal(choice.cite, wrong, right, "given")
