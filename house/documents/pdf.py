"""A version on paper: the same version makes the same bytes, whenever it is printed."""

import atexit
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from zoneinfo import ZoneInfo

import segno
from flask import render_template

from house.config import ROOT
from house.documents.content import Document, Edition, Table
from house.documents.models import DocumentRow, Paper
from house.documents.queries import read
from house.notices.pdf import NoPdf
from house.venue import Venue

STATIC = ROOT / "static"
# Where a page finds our own files; relative addresses need a name that looks real.
HERE = "https://paper.invalid/"
# Prints share their fonts, and memory is worth more than speed here.
_ONE_AT_A_TIME = Lock()


def of(document: DocumentRow, paper: Paper) -> bytes:
    """The version as a tagged PDF for this paper."""
    html = page(read(document), document.sha256, paper)
    return as_pdf(html, f"document-{document.sha256}")


def draft(document: Document, paper: Paper, *, now: datetime) -> bytes:
    """What is not yet published, on paper and marked as a draft."""
    return as_pdf(page(Edition("", 0, 0, now, document), "", paper), "draft")


def page(edition: Edition, sha256: str, paper: Paper) -> str:
    """The page the print is made from; without a hash it is a draft."""
    document = edition.document
    return render_template(
        "print/document.html",
        edition=edition,
        document=document,
        sha256=sha256,
        draft=not sha256,
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


def as_pdf(html: str, identifier: str) -> bytes:
    """The page as an accessible PDF, without a time or a name of this machine in it."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # or fonts carry the time of day
    try:
        # Its libraries may be missing; the house runs without them.
        from weasyprint import HTML  # noqa: PLC0415
    except OSError as error:
        raise NoPdf(str(error).strip().partition("\n")[0]) from error
    with _ONE_AT_A_TIME, _without_sweeping():
        fetcher, fonts, style = _press()
        made: bytes = HTML(string=html, url_fetcher=fetcher, base_url=HERE).write_pdf(
            stylesheets=[style],
            font_config=fonts,
            pdf_identifier=identifier.encode(),
            pdf_variant="pdf/ua-1",
        )
    return made


@contextmanager
def _without_sweeping() -> Iterator[None]:
    """Let memory be swept after a print: looking for waste in it costs a fifth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@cache
def _press() -> tuple[Any, Any, Any]:
    """What every print needs, read once: our files, the fonts, the style sheet."""
    from weasyprint import CSS  # noqa: PLC0415
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class OurFiles(URLFetcher):  # type: ignore[misc]
        """Our own style sheets and fonts; every other address is refused."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            if url.startswith("data:image/svg+xml"):  # drawn here, from squares
                return super().fetch(url)
            path = (STATIC / url.removeprefix(HERE)).resolve()
            if not url.startswith(HERE) or not path.is_relative_to(STATIC):
                raise ValueError(f"A printed page loads nothing from {url}.")
            return URLFetcherResponse(url, path.read_bytes(), _kind(path))

    fetcher, fonts = OurFiles(), FontConfiguration()
    atexit.register(_press.cache_clear)  # fonts are given back while they still can be
    style = CSS(
        string=(STATIC / "print.css").read_text(encoding="utf-8"),
        base_url=HERE,
        url_fetcher=fetcher,
        font_config=fonts,
    )
    return fetcher, fonts, style


def _kind(path: Path) -> dict[str, str]:
    kinds = {".css": "text/css", ".woff2": "font/woff2"}
    return {"Content-Type": kinds.get(path.suffix, "application/octet-stream")}
