"""The checklist beside the editor: which item of the terms is done, which is not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.cite import Cite
from rulebook.refusal import Refusal
from rulebook.terms.limits import bounds
from rulebook.terms.terms import Placed, Section, Terms


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the terms: its rules, and what it still lacks."""

    path: str
    section: str
    title: str
    cites: tuple[Cite, ...]
    missing: tuple[Refusal, ...]
    wrong: tuple[Refusal, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing is missing and nothing is wrong."""
        return not self.missing and not self.wrong

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Everything that keeps the item open."""
        return self.missing + self.wrong

    @property
    def field(self) -> str:
        """The field to go to."""
        return self.refusals[0].field if self.refusals else self.path


@dataclass(frozen=True, slots=True)
class Checklist:
    """Every item of the terms with its state."""

    items: tuple[Item, ...]

    @property
    def done(self) -> int:
        """How many items are complete."""
        return sum(item.is_done for item in self.items)

    @property
    def total(self) -> int:
        """How many items there are."""
        return len(self.items)

    @property
    def open(self) -> tuple[Item, ...]:
        """The items that are not complete."""
        return tuple(item for item in self.items if not item.is_done)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every reason why the terms are not complete."""
        return tuple(reason for item in self.items for reason in item.refusals)

    def of(self, section: str) -> "Checklist":
        """The part of the checklist for one section of the editor."""
        return Checklist(tuple(i for i in self.items if i.section == section))


def checklist(terms: Terms) -> Checklist:
    """Work out for every item of the terms what is missing and what cannot stand."""
    beyond = bounds(terms)
    return Checklist(tuple(_item(p, terms, beyond) for p in terms.clauses()))


def _item(placed: Placed, terms: Terms, beyond: tuple[Refusal, ...]) -> Item:
    clause = placed.clause
    own = tuple(r for r in beyond if f"{r.field}.".startswith(f"{placed.path}."))
    # A figure beyond all bounds is told once; reckoning with it helps nobody.
    wrong = own or tuple(placed.at(r) for r in clause.refusals(terms))
    return Item(
        placed.path,
        placed.section,
        clause.title,
        clause.cites_in(terms),
        tuple(placed.at(r) for r in (*clause.unfilled(), *clause.missing(terms))),
        wrong,
    )


class PrintedClause(NamedTuple):
    """One numbered paragraph of the printed terms."""

    number: str
    path: str
    title: str
    text: str
    cites: tuple[Cite, ...]
    enforced: bool


class PrintedSection(NamedTuple):
    """One numbered section of the printed terms."""

    name: str
    number: int
    title: str
    clauses: tuple[PrintedClause, ...]


def printed(terms: Terms) -> tuple[PrintedSection, ...]:
    """The terms as a document: numbered sections of numbered clauses."""
    texts = tuple(_texts(terms))
    return tuple(
        _section(section, terms, [t for t in texts if t[0].section == section.name])
        for section in terms.sections()
    )


def _section(
    section: Section, terms: Terms, texts: list[tuple[Placed, str, str]]
) -> PrintedSection:
    return PrintedSection(
        *section,
        tuple(
            PrintedClause(
                f"{section.number}.{at}",
                placed.path,
                title,
                text,
                placed.clause.cites_in(terms),
                placed.clause.enforced,
            )
            for at, (placed, title, text) in enumerate(texts, start=1)
        ),
    )


def _texts(terms: Terms) -> Iterator[tuple[Placed, str, str]]:
    for placed in terms.clauses():
        for title, text in placed.clause.paragraphs(terms):
            yield placed, title, text
