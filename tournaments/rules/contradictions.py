"""Where the terms say something else than the rules of the game, which prevail."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rulebook import Cite, Cited
from rulebook.terms import wording
from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class RulebookFacts:
    """What a game's rules fix and no terms can change."""

    code: str
    street_most: Cited[int] | None = None  # times the Ante
    seats_most: Cited[int] | None = None
    seats_least: Cited[int] | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A setting of the terms that the rules overrule; the tables follow the rules."""

    field: str
    says: str
    rule: Cite
    prevails: int
    cite: ClassVar[Cite] = Cite("CROWN3-12.5.3(c)")

    @property
    def sentence(self) -> str:
        """What the editor shows beside the field."""
        return f"{self.says} The rules allow {self.prevails}, and the rules prevail."


def contradictions(terms: Terms, facts: RulebookFacts) -> tuple[Contradiction, ...]:
    """Every setting of the terms that contradicts the rules of the game."""
    return (*_streets(terms, facts), *_seats(terms, facts))


def _streets(terms: Terms, facts: RulebookFacts) -> Iterator[Contradiction]:
    allowed = terms.wagers.compulsory.street_most
    if facts.street_most and allowed > facts.street_most.value:
        yield Contradiction(
            "wagers.compulsory.street_most",
            f"The terms allow street bets of {wording.number(allowed)} times the Ante.",
            facts.street_most.cite,
            facts.street_most.value,
        )


def _seats(terms: Terms, facts: RulebookFacts) -> Iterator[Contradiction]:
    for at, r in enumerate(terms.format.stages.stages):
        field = f"format.stages.stages.{at}.seats"
        says = f"The terms seat {r.seats} at a table of {r.called}."
        most, least = facts.seats_most, facts.seats_least
        if r.seats and most and r.seats > most.value:
            yield Contradiction(field, says, most.cite, most.value)
        if r.seats and least and r.seats < least.value:
            yield Contradiction(field, says, least.cite, least.value)


def street_most(terms: Terms, facts: RulebookFacts) -> int:
    """The street bet the tables take at most, whatever the terms say."""
    allowed = terms.wagers.compulsory.street_most
    return min(allowed, facts.street_most.value) if facts.street_most else allowed
