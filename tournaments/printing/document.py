"""The terms of a tournament as the document that is published, printed and accepted."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from house.documents.content import (
    Document,
    Fact,
    Paragraph,
    Section,
    Signing,
    Table,
)
from house.documents.models import DocumentRow
from tournaments.printing import tables
from tournaments.rules import wording
from tournaments.rules.checklist import PrintedClause, PrintedSection, printed
from tournaments.rules.terms import Terms, from_data

KIND = "tournament.terms"
FORM = "Terms and conditions"
TABLES: dict[str, tuple[Callable[[Terms], Iterator[Table]], ...]] = {
    "Details": (tables.timetable, tables.fees),
    "Format": (tables.stages,),
    "Winners and prizes": (tables.prizes,),
}


def document_of(terms: Terms, address: str) -> Document:
    """The terms as a document; the address is the tournament's public page."""
    names = terms.names
    return Document(
        form=FORM,
        title=wording.phrase(names.tournament),
        subtitle=_subtitle(terms),
        issuer=wording.phrase(names.venue),
        address=address,
        sections=tuple(_section(section, terms) for section in printed(terms)),
        facts=tuple(_facts(terms)),
        signing=_signing(terms),
        zone=names.tz.key,
        data=public(terms).to_data(),
    )


def public(terms: Terms) -> Terms:
    """The terms without what is for the house only: how many players it expects."""
    players = replace(terms.details.players, expected=None)
    return replace(terms, details=replace(terms.details, players=players))


def terms_of(document: DocumentRow) -> Terms:
    """The terms a published version stands for."""
    return terms_from(json.loads(document.content)["data"])


def terms_from(data: Any) -> Terms:
    """The terms of data that was published from here."""
    terms = from_data(data)
    if not isinstance(terms, Terms):
        raise TypeError(f"Published terms cannot be read: {terms}")
    return terms


def _subtitle(terms: Terms) -> str:
    names = terms.names
    when = wording.when(terms.details.dates.starts_at, names.tz)
    return f"{FORM} of a {wording.phrase(names.game)} tournament, {when}"


def _facts(terms: Terms) -> Iterator[Fact]:
    names, players = terms.names, terms.details.players
    rules = f"{wording.phrase(names.rulebook)}, edition {wording.phrase(names.edition)}"
    yield Fact("Rules", f"{wording.phrase(names.game)}, {rules}; they prevail")
    yield Fact("Held by", wording.phrase(names.operator))
    place = wording.phrase(terms.details.location.place)
    yield Fact("Where", f"{wording.phrase(names.venue)}, {place}")
    closes = wording.when(terms.entry.method.closes_at, names.tz)
    yield Fact("Entries", f"{players.minimum} to {players.maximum}, until {closes}")


def _section(section: PrintedSection, terms: Terms) -> Section:
    return Section(
        str(section.number),
        section.title,
        tuple(_paragraph(clause) for clause in section.clauses),
        tuple(t for make in TABLES.get(section.title, ()) for t in make(terms)),
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


def _signing(terms: Terms) -> Signing | None:
    """A place to sign, where the Director asks for it."""
    if not terms.entry.signature.required:
        return None
    return Signing(
        f"I have read these terms of {wording.phrase(terms.names.tournament)} in the "
        "version named on this page, I accept them, and I am entitled to enter.",
        ("Name", "Signature", "Date", "Witnessed for the Tournament Director"),
    )
