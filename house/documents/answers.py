"""Documents as files over the web: the PDF and the very bytes that were hashed."""

from flask import Response, abort, make_response, request

from house.documents import prints
from house.documents.models import DocumentRow, Paper
from house.press import once
from house.web import database, now
from house.web.headers import YEAR
from proof.canonical import sha256

# A version never changes, so its files may be kept by whoever fetched them.
FIXED = f"public, max-age={YEAR}, immutable"
NEWEST = "public, no-cache"  # may be kept, and is asked for again each time


def page(content: str) -> Response:
    """A public page: it may be kept, and is sent again only if it reads otherwise."""
    response = make_response(content)
    response.headers["Cache-Control"] = NEWEST
    response.add_etag()
    response.make_conditional(request)
    return response


def paper_asked() -> Paper:
    """The paper that is asked for: A4 unless it is said otherwise."""
    asked = request.args.get("paper", Paper.A4.value)
    for paper in Paper:
        if paper.value.lower() == asked.lower():
            return paper
    return abort(400, "Documents are printed on A4 or Letter.")


def pdf(document: DocumentRow, name: str, *, fixed: bool) -> Response:
    """The print of a version on the paper that is asked for."""
    paper = paper_asked()
    kept = once(
        lambda: prints.found(database(), document, paper),
        lambda: prints.of(database(), document, paper, now=now()),
    )
    shown = f"{name}-version-{document.number}-{paper.value.lower()}.pdf"
    return _file(kept.pdf, kept.sha256, "application/pdf", shown, fixed=fixed)


def json(document: DocumentRow, name: str, *, fixed: bool) -> Response:
    """The version as data, byte for byte what its hash was made from."""
    return data(document.content, f"{name}-version-{document.number}.json", fixed=fixed)


def data(content: bytes, name: str, *, fixed: bool = False) -> Response:
    """Canonical data as it was hashed, for whoever repeats what it proves."""
    return _file(content, sha256(content), "application/json", name, fixed=fixed)


def _file(content: bytes, tag: str, kind: str, name: str, *, fixed: bool) -> Response:
    response = make_response(content)
    response.content_type = kind
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = FIXED if fixed else NEWEST
    response.headers["X-Robots-Tag"] = "noindex"
    response.set_etag(tag)
    response.make_conditional(request)
    return response
