"""A notice on paper: the same notice makes the same bytes."""

import hashlib
from datetime import datetime

from flask import render_template

from house.notices.models import NoticeRow
from rulebook import HOUSE, Cited

FINGERPRINT = Cited("sha256", HOUSE.at("NOTICE-9"))


class NoPdf(OSError):
    """This machine lacks what it takes to make a PDF."""

    def __init__(self, why: object) -> None:
        super().__init__(f"No PDF can be made on this machine: {why}")


def as_pdf(html: str) -> bytes:
    """The page as a PDF, without a time or a name of this machine in it."""
    try:
        # Its libraries may be missing; the house runs without them.
        from weasyprint import HTML  # noqa: PLC0415
    except OSError as error:
        raise NoPdf(str(error).strip().partition("\n")[0]) from error
    made: bytes = HTML(string=html).write_pdf()
    return made


def of(notice: NoticeRow, *, to: str, at: datetime | None) -> bytes:
    """The notice as it is handed over: to whom, and when it was given out."""
    page = render_template("notices/letter.html", notice=notice, to=to, at=at)
    return as_pdf(page)


def sha256(content: bytes) -> str:
    """The fingerprint of what was sent."""
    return hashlib.new(FINGERPRINT.value, content).hexdigest()
