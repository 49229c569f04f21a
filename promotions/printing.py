"""The terms of a promotion as the document that is approved, lodged and printed."""

from collections.abc import Iterator

from house.documents.content import Column, Document, Fact, Table
from house.terms.printing import Tables, sections
from promotions.nominees import DOCUMENT
from promotions.rules.terms import Terms
from rulebook.terms import wording

KIND = DOCUMENT
FORM = "Terms and conditions"


def prizes(terms: Terms) -> Iterator[Table]:
    """Every prize in the order of drawing, with its value and the sum."""
    if not terms.each_prize:
        return
    rows = [
        (
            str(at),
            wording.phrase(prize.title),
            f"{prize.quantity:,}",
            wording.dollars(prize.value_cents),
            wording.dollars((prize.value_cents or 0) * prize.quantity),
        )
        for at, prize in enumerate(terms.each_prize, 1)
    ]
    total = sum((p.value_cents or 0) * p.quantity for p in terms.each_prize)
    many = sum(prize.quantity for prize in terms.each_prize)
    rows.append(("", "In all", f"{many:,}", "", wording.dollars(total)))
    columns = (
        Column("Drawn"),
        Column("Prize"),
        Column("Number", figures=True),
        Column("Worth each", figures=True),
        Column("Together", figures=True),
    )
    note = f"In {wording.phrase(terms.prizes.prizes.currency)}, for each draw."
    yield Table("Prizes", columns, tuple(rows), note, total=True)


def draws(terms: Terms) -> Iterator[Table]:
    """Every draw of a series: when entries close and when it is held."""
    if len(terms.draws) < 2:
        return
    columns = (Column("Draw", figures=True), Column("Entries close"), Column("Drawn"))
    rows = tuple(
        (
            str(draw.number),
            wording.when(draw.closes_at, terms.zone),
            wording.when(draw.drawn_at, terms.zone),
        )
        for draw in terms.draws
    )
    yield Table("Draws", columns, rows)


TABLES: Tables[Terms] = {"award": (draws,), "prizes": (prizes,)}


def document_of(terms: Terms, address: str) -> Document:
    """The terms as a document; the address is the promotion's public page."""
    names = terms.names
    return Document(
        form=FORM,
        title=wording.phrase(names.promotion),
        subtitle=f"{FORM} of a promotion under rule 14 of {terms.regime.code}",
        issuer=wording.phrase(names.venue),
        address=address,
        sections=sections(terms, TABLES),
        facts=tuple(_facts(terms)),
        zone=names.tz.key,
        data=terms.public().to_data(),
    )


def _facts(terms: Terms) -> Iterator[Fact]:
    zone, closing = terms.zone, terms.entry.closing
    yield Fact("Rules", f"Rule 14 of {terms.regime.code}; it prevails")
    yield Fact("Held by", wording.phrase(terms.names.operator))
    held = terms.promotion.held
    yield Fact("Where", f"{wording.phrase(terms.names.venue)}, {held.place}")
    yield Fact("Entries open", wording.when(closing.starts_at, zone))
    yield Fact("Entries close", wording.when(closing.closes_at, zone))
    yield Fact("Drawn", wording.when(terms.award.awarded.drawn_at, zone))
