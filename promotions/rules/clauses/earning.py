"""How tickets are earned, as it is printed and worked out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from promotions.rules.clauses.award import Manner
from promotions.rules.earning import RATE, Earning, Rate, Times
from rulebook import Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

HOURS = 24


@dataclass(frozen=True, slots=True)
class EarningClause(Clause):
    """What earns tickets, when it counts several times, and up to how many."""

    cites = (RATE,)
    title = "How tickets are earned"

    rates: tuple[Rate, ...] = ()
    times: tuple[Times, ...] = ()
    most_a_day: int = 0  # nought: no limit
    most_each: int = 0  # for one draw

    @property
    def earning(self) -> Earning:
        """The same, as tickets are worked out by it."""
        return Earning(self.rates, self.times, self.most_a_day, self.most_each)

    def text(self, terms: "Terms") -> str:
        """Rates, what multiplies them, and limits; what is left over is kept."""
        if not self.rates:
            return ""
        rates = wording.listed([rate.text() for rate in self.rates])
        said = [
            f"A patron earns {rates}. What is left over counts with what comes next."
        ]
        if self.times:
            times = wording.listed([each.text() for each in self.times])
            said.append(f"Play counts {times}; of several the highest holds.")
        limits = [
            f"{wording.many(most, 'ticket')} {name}"
            for most, name in ((self.most_a_day, "a day"), (self.most_each, "a draw"))
            if most
        ]
        if limits:
            said.append(f"Nobody earns more than {wording.listed(limits)}.")
        return " ".join(said)

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Where tickets are drawn, something earns them."""
        if terms.award.manner.by is Manner.TICKETS and not self.rates:
            wrong = "It is not said how tickets are earned."
            yield self.gap("rates", wrong, "Add a rate.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Rates are whole, one for each source; hours are hours of a day."""
        sources = [rate.of for rate in self.rates]
        for at, rate in enumerate(self.rates):
            if rate.every < 1 or rate.tickets < 1:
                wrong = "A rate gives one ticket or more for something."
                yield self.gap(f"rates.{at}.every", wrong, "Enter whole numbers.")
            if sources.index(rate.of) != at:
                wrong = f"There are two rates for {rate.of.value}."
                yield self.gap(f"rates.{at}.of", wrong, "Keep one of them.")
        for at, each in enumerate(self.times):
            if not 0 <= each.from_hour < each.to_hour <= HOURS or each.times < 1:
                wrong = f"“{wording.capital(each.text())}” is no time of a day."
                yield self.gap(f"times.{at}.from_hour", wrong, "From 0 to 24.")
