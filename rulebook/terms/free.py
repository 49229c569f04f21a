"""Clauses in the house's own words, printed and not enforced by the system."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulebook.refusal import Refusal
from rulebook.sources import HOUSE
from rulebook.terms import wording
from rulebook.terms.base import Clause


@dataclass(frozen=True, slots=True)
class FreeText:
    """One clause in the house's own words."""

    heading: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class FreeClause(Clause):
    """Clauses in the house's own words, each a paragraph of its own."""

    cites = (HOUSE.at("TERMS-1"),)
    title = "Other clauses"
    enforced = False

    clauses: tuple[FreeText, ...] = ()

    def text(self, terms: Any) -> str:
        """Every free clause, its heading first."""
        return " ".join(
            f"{wording.phrase(free.heading)}: {wording.ended(free.words)}"
            for free in self.clauses
        )

    def paragraphs(self, terms: Any) -> Iterator[tuple[str, str]]:
        """Each free clause under its own heading."""
        for free in self.clauses:
            yield free.heading, free.words

    def missing(self, terms: Any) -> Iterator[Refusal]:
        """A clause has a heading and words."""
        for at, free in enumerate(self.clauses):
            for field in ("heading", "words"):
                if not getattr(free, field).strip():
                    yield self.gap(
                        f"clauses.{at}.{field}",
                        f"Clause {at + 1} of the other clauses has no {field}.",
                        "Enter it, or take the clause out.",
                    )
