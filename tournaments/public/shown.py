"""How a tournament stands, as everybody may know it."""

from datetime import datetime

from rulebook.terms import wording
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms

FIRST = ("Timetable", "What it costs", "Prizes")


def situation(
    status: Status, terms: Terms, now: datetime, cancelled_at: datetime | None
) -> str:
    """How the tournament stands, as everybody may know it."""
    zone, method = terms.names.tz, terms.entry.method
    starts = wording.when(terms.details.dates.starts_at, zone)
    if status is Status.CANCELLED:
        when = f" on {wording.when(cancelled_at, zone)}" if cancelled_at else ""
        return f"This tournament was cancelled{when}. It does not take place."
    if status is Status.PUBLISHED:
        if method.opens_at is not None and method.opens_at <= now:
            return f"Entries are not open yet. Play starts {starts}."
        return f"Entries open {wording.when(method.opens_at, zone)}."
    if status is Status.ENTRIES_OPEN:
        return _entries(method.closes_at, now, starts, terms)
    return {
        Status.SEATED: f"The seats are drawn. Play starts {starts}.",
        Status.RUNNING: "The tournament is being played.",
        Status.FINISHED: "The last hand is played.",
    }.get(status, "The tournament is over.")


def _entries(closes: datetime | None, now: datetime, starts: str, terms: Terms) -> str:
    if closes is not None and now >= closes:
        return f"Entries are closed. Play starts {starts}."
    return f"Entries are taken until {wording.when(closes, terms.names.tz)}."
