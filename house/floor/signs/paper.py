"""A page as a PDF: made here, from files of the house alone."""

from flask import Response, abort, make_response

from house.config import ROOT
from house.floor.tables.pages import digest


def as_pdf(page: str) -> bytes:
    """The page on paper; without Pango there is no PDF, and the answer says so."""
    try:
        from weasyprint import HTML  # noqa: PLC0415 (needs Pango, which may be missing)
    except OSError:
        abort(503, "This machine lacks Pango, so no PDF can be made. Print the page.")
    made: bytes = HTML(string=page, base_url=f"{ROOT}/static/").write_pdf()
    return made


def sent(made: bytes, page: str, name: str) -> Response:
    """A PDF as an answer, shown in the browser under a name to keep it by."""
    response = make_response(made)
    response.headers["Content-Type"] = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.set_etag(digest(page))
    return response
