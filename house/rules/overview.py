"""How the documents stand: one line and one bar for each."""

from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.coverage import Coverage, State, tally
from rulebook.register import Rule, rules
from rulebook.sections import Section, sections
from rulebook.sources import SOURCES, Source

LONGEST_PAGE = 400  # rules; the longest document of a regulator has fewer


@dataclass(frozen=True, slots=True)
class Standing:
    """How many rules of a group are held in which way."""

    rules: int
    enforced: int
    documented: int
    guidance: int
    written: int
    missing: int

    @property
    def held(self) -> int:
        """The rules the product holds in one way or another."""
        return self.enforced + self.documented + self.guidance

    def width(self, count: int, whole: int) -> float:
        """A share of the group as the length of a bar."""
        return round(count / self.rules * whole, 1) if self.rules else 0


def standing(of: Iterable[Rule], found: Coverage) -> Standing:
    """Count how a group of rules is held."""
    group = list(of)
    held = tally(group, found)
    return Standing(
        len(group),
        held[State.ENFORCED],
        held[State.DOCUMENTED],
        held[State.GUIDANCE],
        held[State.WRITTEN],
        held[State.MISSING],
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a document and how it stands."""

    section: Section
    standing: Standing


@dataclass(frozen=True, slots=True)
class Document:
    """A document, how it stands, and its parts."""

    source: Source
    standing: Standing
    parts: tuple[Part, ...]


def document(code: str, found: Coverage) -> Document:
    """One document and how it stands, part by part."""
    parts = tuple(Part(s, standing(s.rules, found)) for s in sections(code))
    every = [rule for part in parts for rule in part.section.rules]
    return Document(SOURCES[code], standing(every, found), parts)


def parts_shown(whole: Document, asked: str) -> tuple[Part, ...]:
    """All parts of a document, or one at a time where all would be too long a page."""
    if whole.standing.rules <= LONGEST_PAGE:
        return whole.parts
    found = tuple(part for part in whole.parts if part.section.number == asked)
    return found or whole.parts[:1]


def overview(found: Coverage) -> tuple[Document, ...]:
    """Every document and the house's own policy."""
    return tuple(document(code, found) for code in SOURCES)


def regulated() -> list[Rule]:
    """The rules that regulators gave, not the house."""
    return [rule for rule in rules().values() if rule.code != "HOUSE"]


def finding(shown: Iterable[Document]) -> str:
    """What the picture of the documents says, for those who cannot see it."""
    told = (
        f"{each.source.code} {each.standing.held} of {each.standing.rules}"
        for each in shown
    )
    return f"Rules held: {', '.join(told)}."
