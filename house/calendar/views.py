"""The calendar of the house: what is planned, and what of it falls together."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from house.calendar.rooms import planned
from house.calendar.rules import TOGETHER, Entry, calendar
from house.web import now, reading, reads

bp = Blueprint("planned", __name__, url_prefix="/desk/calendar")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """See what is planned, and what of it falls together."""
    entries = calendar(planned(reading()), now())
    return render_template(
        "calendar/index.html",
        entries=entries,
        situation=situation(entries),
        rule=TOGETHER,
    )


def situation(entries: tuple[Entry, ...]) -> str:
    """How the days ahead stand, in a sentence."""
    if not entries:
        return "Nothing is planned."
    together = sum(bool(entry.with_) for entry in entries)
    if not together:
        return "Nothing that is planned falls together."
    return f"{together} of {len(entries)} things planned fall together with another."
