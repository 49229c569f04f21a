"""What every clause of the terms can do: print itself and say what it lacks."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rulebook import Cite, Refusal

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class Clause(ABC):
    """One item of the terms: typed values that print a sentence and drive the event."""

    cites: ClassVar[tuple[Cite, ...]] = ()  # the rule it answers to comes first
    title: ClassVar[str] = ""
    enforced: ClassVar[bool] = True
    binding: ClassVar[bool] = True  # a change has to be accepted again by entrants
    loose: ClassVar[frozenset[str]] = frozenset()  # fields whose change is only told

    @property
    def cite(self) -> Cite:
        """The rule the clause answers to."""
        return self.cites[0]

    @abstractmethod
    def text(self, terms: "Terms") -> str:
        """The clause as it is printed; what is not yet known shows as a blank."""

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """What has not been entered yet; fields are named inside the clause."""
        yield from ()

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """What has been entered and cannot stand."""
        yield from ()

    def gap(self, field: str, wrong: str, right: str = "") -> Refusal:
        """A reason under this clause's own rule."""
        return Refusal(self.cite, wrong, right, field)


@dataclass(frozen=True, slots=True)
class StatementClause(Clause):
    """A statement that every tournament's terms carry, whatever else they say."""

    binding: ClassVar[bool] = False

    stated: bool = True

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """A statement left out is missing."""
        if not self.stated:
            yield self.gap(
                "stated",
                f"The statement “{self.title}” is left out.",
                "The terms of every tournament carry it.",
            )

    def text(self, terms: "Terms") -> str:
        """The statement, or nothing when it is left out."""
        return self.statement(terms) if self.stated else ""

    @abstractmethod
    def statement(self, terms: "Terms") -> str:
        """The statement in the house's words."""
