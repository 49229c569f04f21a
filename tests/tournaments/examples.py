"""A fixed tournament and small ways to change it, for every test of the rules."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rulebook.terms.checklist import checklist
from tournaments.rules.facts import Deputy, Facts, SeatedPlayer, TableUse
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.occasion import Occasion
from tournaments.rules.terms import Terms

MELBOURNE = ZoneInfo("Australia/Melbourne")
START = datetime(2026, 11, 21, 14, 0, tzinfo=MELBOURNE)
NOW = datetime(2026, 11, 9, 9, 0, tzinfo=MELBOURNE)
MINUTE = timedelta(minutes=1)


def changed(value: Any, path: str, new: Any) -> Any:
    """The same value with the field at this path replaced."""
    name, _, rest = path.partition(".")
    if isinstance(value, tuple):
        at = int(name)
        inner = changed(value[at], rest, new) if rest else new
        return (*value[:at], inner, *value[at + 1 :])
    inner = changed(getattr(value, name), rest, new) if rest else new
    return replace(value, **{name: inner})


def with_(terms: Terms, *changes: tuple[str, Any]) -> Terms:
    """Terms with several fields replaced."""
    for path, new in changes:
        terms = changed(terms, path, new)
    return terms


SEATS_IN = ("winners.split.seat_in", "harbour-main-event")


def complete(key: str = "heats", start: datetime = START) -> Terms:
    """Terms of a template with what only the director knows filled in."""
    template = next(t for t in TEMPLATES if t.key == key)
    return with_(
        template.terms(Occasion(start, "Southbank House")),
        ("details.names.tournament", "Harbour Stud Open"),
        ("details.location.place", "the tournament area on level 1"),
        ("entry.method.opens_at", (start - timedelta(days=10)).astimezone(UTC)),
        *((SEATS_IN,) if key == "satellite" else ()),
    )


def ready(terms: Terms | None = None, **facts: Any) -> Facts:
    """Facts with every gate open, so that a test shuts just one."""
    defaults: dict[str, Any] = {
        "terms": terms or complete(),
        "now": NOW,
        "actor": "Ruth",
        "edition_from": NOW - timedelta(days=100),
        "seat_costs": (terms or complete()).winners.split.seat_cents,
        "terms_available_at": NOW,
        "inspectorate_advised_at": NOW,
        "entries": 54,
        "director": "Ruth",
        "deputies": (Deputy("Daniel", "Ruth"),),
        "present": frozenset({"Ruth"}),
        "tables": (TableUse("Table 4"), TableUse("Table 5")),
        "players": tuple(
            SeatedPlayer(f"Player {n}", 10_000, briefed_by="Ruth", signed=True)
            for n in range(1, 9)
        ),
        "reason": "The room is flooded.",
    }
    return Facts(**{**defaults, **facts})


def wrong(terms):
    """What the checklist finds wrong, by field."""
    return {reason.field for item in checklist(terms).items for reason in item.wrong}
