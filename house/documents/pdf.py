"""A version on paper: the same version makes the same bytes, whenever it is printed."""

from zoneinfo import ZoneInfo

import segno
from flask import render_template

from house.documents.content import Edition, Table
from house.documents.models import DocumentRow, Paper
from house.documents.queries import read
from house.press import as_pdf
from house.venue import Venue

STYLE = "print.css"


def of(document: DocumentRow, paper: Paper) -> bytes:
    """The version as a tagged PDF for this paper."""
    html = page(read(document), document.sha256, paper)
    return as_pdf(html, f"document-{document.sha256}", STYLE)


def page(edition: Edition, sha256: str, paper: Paper) -> str:
    """The page the print is made from."""
    document = edition.document
    return render_template(
        "print/document.html",
        edition=edition,
        document=document,
        sha256=sha256,
        paper=paper,
        venue=Venue(document.issuer, ZoneInfo(document.zone)),
        qr=qr(document.address),
        longest=longest_word,
    )


def longest_word(table: Table) -> int:
    """How long the longest word of a table is: such a word has to be broken."""
    cells = (cell for row in table.rows for cell in row)
    return max((len(word) for cell in cells for word in cell.split()), default=0)


def qr(address: str) -> str:
    """The code that leads to an address, as a drawing."""
    made = segno.make(address, error="m", micro=False)
    drawn: str = made.svg_data_uri(border=0, dark="#12211b", encode_minimal=True)
    return drawn
