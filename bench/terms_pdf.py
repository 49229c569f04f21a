"""Printing the terms of a usual tournament, warm: six pages, tagged."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html import escape
from html.parser import HTMLParser
from time import process_time

from flask import Flask

from bench import Benchmark, Better, Measured
from bench.timing import seconds_by_turns
from house.config import ROOT
from house.documents import pdf
from house.documents.content import Edition
from house.documents.models import Paper
from house.press import as_pdf
from house.web import pages
from proof.canonical import sha256
from tournaments.printing.document import KIND, document_of
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.occasion import Occasion

STARTS = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
ADDRESS = "https://house.example/t/bench"


@contextmanager
def printing() -> Iterator[None]:
    """A bare application that knows our templates."""
    app = Flask(__name__, template_folder=str(ROOT / "templates"))
    pages.init_app(app)
    with app.app_context():
        yield


def edition() -> Edition:
    """The terms of heats, semi-final and final, as published."""
    terms = TEMPLATES[0].terms(Occasion(STARTS, "Southbank House"))
    return Edition(KIND, 1, 1, STARTS, document_of(terms, ADDRESS))


class _Words(HTMLParser):
    """The words of a page, piece by piece: a title, a paragraph, a cell each."""

    PIECES = frozenset(
        ("p", "h1", "h2", "h3", "li", "th", "td", "caption", "figcaption")
    )
    UNPRINTED = frozenset(("title", "svg"))

    def __init__(self) -> None:
        super().__init__()
        self.pieces = [""]
        self.unprinted = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.unprinted += tag in self.UNPRINTED
        self._next(tag)

    def handle_endtag(self, tag: str) -> None:
        self.unprinted -= tag in self.UNPRINTED
        self._next(tag)

    def handle_data(self, data: str) -> None:
        if not self.unprinted:
            self.pieces[-1] += data

    def _next(self, tag: str) -> None:
        if tag in self.PIECES:
            self.pieces.append("")


def words_of(html: str) -> list[str]:
    """Every word that is printed, in the pieces a reader sees."""
    reader = _Words()
    reader.feed(html)
    pieces = (" ".join(piece.split()) for piece in reader.pieces)
    return [piece for piece in pieces if piece]


def plain(html: str) -> bytes:
    """Every word of a page in plain paragraphs, by the library alone."""
    from weasyprint import HTML  # noqa: PLC0415

    words = "".join(f"<p>{escape(piece)}</p>" for piece in words_of(html))
    made: bytes = HTML(string=words).write_pdf()
    return made


def _measure() -> Measured:
    made = edition()
    fingerprint = sha256(made.content())

    def terms() -> bytes:
        html = pdf.page(made, fingerprint, Paper.A4)
        return as_pdf(html, "bench", pdf.STYLE)

    with printing():
        if terms() != terms():
            raise RuntimeError("The same terms were printed to different bytes.")
        html = pdf.page(made, fingerprint, Paper.A4)
        return Measured(
            *seconds_by_turns(terms, lambda: plain(html), clock=process_time)
        )


BENCHMARK = Benchmark(
    name="terms-pdf",
    unit="s",
    against="every word of them in plain paragraphs by the library alone",
    goal=0.334,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
