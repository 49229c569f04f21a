"""How a promotion stands, as everybody may know it."""

from datetime import datetime

from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from rulebook.terms import wording

FIRST = ("Prizes", "Draws")


def situation(status: Status, terms: Terms, now: datetime, reason: str = "") -> str:
    """How the promotion stands, as everybody may know it."""
    zone = terms.zone
    if status is Status.CANCELLED:
        return f"This promotion is cancelled: {wording.ended(reason)}"
    if status is Status.POSTPONED:
        return f"This promotion is postponed: {wording.ended(reason)}"
    if status in {Status.APPROVED, Status.LODGED}:
        return f"Entries open {wording.when(terms.starts_at, zone)}."
    if status is Status.RUNNING:
        closes = next_close(terms, now)
        if closes is None:
            return "Entries are closed. The draw follows."
        return f"Entries are open until {wording.when(closes, zone)}."
    drawn = wording.when(terms.last_draw_at, zone)
    return {
        Status.CLOSED: f"Entries are closed. The draw is on {drawn}.",
        Status.DRAWN: "The draw has been held.",
    }.get(status, "This promotion is over.")


def next_close(terms: Terms, now: datetime) -> datetime | None:
    """When entries close next, of one draw or several."""
    return next((d.closes_at for d in terms.draws if d.closes_at > now), None)


def next_draw(terms: Terms, now: datetime) -> datetime | None:
    """When the next draw is held."""
    return next((d.drawn_at for d in terms.draws if d.drawn_at > now), None)
