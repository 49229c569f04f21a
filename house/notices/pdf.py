"""A notice on paper: the same notice makes the same bytes."""

import hashlib
from datetime import datetime

from flask import render_template

from house.notices.models import NoticeRow
from house.press import alone, as_pdf
from rulebook import HOUSE, Cited

FINGERPRINT = Cited("sha256", HOUSE.at("NOTICE-9"))


def of(notice: NoticeRow, *, to: str, at: datetime | None) -> bytes:
    """The notice as it is handed over: to whom, and when it was given out."""
    page = render_template("notices/letter.html", notice=notice, to=to, at=at)
    return alone(lambda: as_pdf(page))


def sha256(content: bytes) -> str:
    """The fingerprint of what was sent."""
    return hashlib.new(FINGERPRINT.value, content).hexdigest()
