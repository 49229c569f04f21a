"""The terms of a tournament as the document that is published, printed and accepted."""

from collections.abc import Iterator

from house.documents.content import Document, Fact, Signing
from house.terms.printing import Tables, sections
from rulebook.terms import wording
from tournaments.printing import tables
from tournaments.rules.terms import Terms

KIND = "tournament.terms"
FORM = "Terms and conditions"
TABLES: Tables[Terms] = {
    "details": (tables.timetable, tables.fees),
    "format": (tables.stages,),
    "winners": (tables.prizes,),
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
        sections=sections(terms, TABLES),
        facts=tuple(_facts(terms)),
        signing=_signing(terms),
        zone=names.tz.key,
        data=terms.public().to_data(),
    )


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


def _signing(terms: Terms) -> Signing | None:
    """A place to sign, where the Director asks for it."""
    if not terms.entry.signature.required:
        return None
    return Signing(
        f"I have read these terms of {wording.phrase(terms.names.tournament)} in the "
        "version named on this page, I accept them, and I am entitled to enter.",
        ("Name", "Signature", "Date", "Witnessed for the Tournament Director"),
    )
