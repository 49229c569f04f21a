"""A version on paper: the same version makes the same bytes, whenever it is printed."""

import os
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import segno
from flask import render_template
from markupsafe import Markup

from house.config import ROOT
from house.documents.models import DocumentRow, Paper
from house.documents.queries import read
from house.notices.pdf import NoPdf
from house.venue import Venue

STATIC = ROOT / "static"
HERE = "paper:"  # what a page may load: our own files, under a name of their own


def of(document: DocumentRow, paper: Paper) -> bytes:
    """The version as a tagged PDF for this paper."""
    return as_pdf(page(document, paper), f"document-{document.sha256}")


def page(document: DocumentRow, paper: Paper) -> str:
    """The page the print is made from."""
    edition = read(document)
    return render_template(
        "print/document.html",
        edition=edition,
        document=edition.document,
        sha256=document.sha256,
        paper=paper,
        venue=Venue(edition.document.issuer, ZoneInfo(edition.document.zone)),
        qr=qr(edition.document.address),
        stylesheet=f"{HERE}print.css",
    )


def qr(address: str) -> Markup:
    """The code that leads to an address, as a drawing."""
    out = BytesIO()
    made = segno.make(address, error="m", micro=False)
    made.save(out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True)
    return Markup(out.getvalue().decode())  # noqa: S704 (drawn here, from squares)


def as_pdf(html: str, identifier: str) -> bytes:
    """The page as an accessible PDF, without a time or a name of this machine in it."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # or fonts carry the time of day
    try:
        # Its libraries may be missing; the house runs without them.
        from weasyprint import HTML  # noqa: PLC0415
    except OSError as error:
        raise NoPdf(str(error).strip().partition("\n")[0]) from error
    made: bytes = HTML(string=html, url_fetcher=_fetcher(), base_url=HERE).write_pdf(
        pdf_identifier=identifier.encode(), pdf_variant="pdf/ua-1"
    )
    return made


@cache
def _fetcher() -> Any:
    """What fetches the files of a page: from our own folder, and nothing else."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class OurFiles(URLFetcher):  # type: ignore[misc]
        """Our own style sheets and fonts; every other address is refused."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            path = (STATIC / url.removeprefix(HERE)).resolve()
            if not url.startswith(HERE) or not path.is_relative_to(STATIC):
                raise ValueError(f"A printed page loads nothing from {url}.")
            return URLFetcherResponse(url, path.read_bytes(), _kind(path))

    return OurFiles()


def _kind(path: Path) -> dict[str, str]:
    kinds = {".css": "text/css", ".woff2": "font/woff2"}
    return {"Content-Type": kinds.get(path.suffix, "application/octet-stream")}
