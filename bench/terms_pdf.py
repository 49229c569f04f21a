"""Printing the terms of a usual tournament, warm: six pages, tagged."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from flask import Flask

from bench import Benchmark, Better, Measured
from bench.timing import seconds
from house.config import ROOT
from house.documents import pdf
from house.documents.content import Edition
from house.documents.models import Paper
from house.press import as_pdf
from house.web import pages
from proof.canonical import sha256
from tournaments.printing.document import KIND, document_of
from tournaments.rules.formats import TEMPLATES, Occasion

STARTS = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
ADDRESS = "https://house.example/t/bench"
PLAIN = "<h1>Terms and conditions</h1>"


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


def plain(document: Edition) -> bytes:
    """The same words on an unadorned page, by the library alone."""
    from weasyprint import HTML  # noqa: PLC0415

    words = (f"<p>{p.title} {p.text}</p>" for p in document.document.paragraphs)
    made: bytes = HTML(string=PLAIN + "".join(words)).write_pdf()
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
        bare = seconds(lambda: plain(made), 3)
        return Measured(seconds(terms, 3), bare)


BENCHMARK = Benchmark(
    name="terms-pdf",
    unit="s",
    against="the same words on a plain page by the library alone",
    goal=2.0,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
