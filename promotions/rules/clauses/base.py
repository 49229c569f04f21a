"""What clauses of a promotion share: the document they answer to is chosen in them."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class RegimeClause(Clause):
    """An item that both documents ask for, each under its own number."""

    @abstractmethod
    def rule(self, terms: "Terms") -> Cite:
        """The rule of the chosen document that asks for it."""

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """The rule of the chosen document alone."""
        return (self.rule(terms),)

    def lack(
        self, terms: "Terms", field: str, wrong: str, right: str = "Enter it."
    ) -> Refusal:
        """What is missing or cannot stand, under the chosen document."""
        return Refusal(self.rule(terms), wrong, right, field)
