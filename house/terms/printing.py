"""Terms as the sections of a document: tables, then numbered paragraphs."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from house.documents.content import Paragraph, Section, Table
from rulebook.terms.checklist import PrintedClause, PrintedSection, printed
from rulebook.terms.terms import Terms

T = TypeVar("T", bound=Terms)
Tables = Mapping[str, tuple[Callable[[T], Iterable[Table]], ...]]


def sections(terms: T, tables: Tables[T]) -> tuple[Section, ...]:
    """Every section; tables are given by the name of the section they stand in."""
    return tuple(_section(section, terms, tables) for section in printed(terms))


def _section(section: PrintedSection, terms: T, tables: Tables[T]) -> Section:
    return Section(
        str(section.number),
        section.title,
        tuple(_paragraph(clause) for clause in section.clauses),
        tuple(t for make in tables.get(section.name, ()) for t in make(terms)),
    )


def _paragraph(clause: PrintedClause) -> Paragraph:
    return Paragraph(
        clause.number,
        clause.path,
        clause.title,
        clause.text,
        tuple(cite.id for cite in clause.cites),
        clause.enforced,
    )
