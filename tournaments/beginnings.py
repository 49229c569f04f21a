"""How a tournament begins: from a template or from a past one, pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from house.venue import Venue
from rulebook import CROWN3, HOUSE, SOURCES, Refusal
from tournaments.rules.formats import BLANK, TEMPLATES, Occasion, Template
from tournaments.rules.terms import Terms

NEEDED = HOUSE.at("TOURN-30")
AHEAD = HOUSE.at("TOURN-13")
LONGEST = 56  # leaves room for a number where two names make the same address


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a director says first: what it is called, when and where it is."""

    name: str
    starts_at: datetime | None
    place: str
    rulebook: str = CROWN3.code  # of the game, where a template is used


def template(key: str) -> Template | None:
    """The template of this key."""
    return next((each for each in (*TEMPLATES, BLANK) if each.key == key), None)


def check(beginning: Beginning, now: datetime) -> Iterator[Refusal]:
    """Why nothing can be begun with this."""
    if not beginning.name:
        yield Refusal(NEEDED, "The tournament has no name.", "Give it one.", "name")
    if not beginning.place:
        wrong = "It is not said where it is held."
        yield Refusal(NEEDED, wrong, "Say where in the house.", "place")
    if beginning.starts_at is None:
        wrong = "It is not said when it starts."
        yield Refusal(NEEDED, wrong, "Give the day and time.", "starts_at")
    elif beginning.starts_at <= now:
        wrong = "That start has passed."
        yield Refusal(AHEAD, wrong, "Give a time still to come.", "starts_at")


def from_template(
    chosen: Template, beginning: Beginning, venue: Venue, now: datetime
) -> Terms:
    """The terms a template gives, with what is known filled in."""
    assert beginning.starts_at is not None
    occasion = Occasion(
        beginning.starts_at,
        venue.name,
        venue.zone.key,
        SOURCES[beginning.rulebook],
    )
    return filled(chosen.terms(occasion), beginning, now)


def from_past(past: Terms, beginning: Beginning, now: datetime) -> Terms:
    """The terms of a past tournament, every time moved with its start."""
    assert beginning.starts_at is not None
    was = past.details.dates.starts_at or beginning.starts_at
    zone = past.names.tz
    by = _wall(beginning.starts_at, zone) - _wall(was, zone)
    moved = _moved(past, by, zone)
    assert isinstance(moved, Terms)
    dates = replace(moved.details.dates, starts_at=beginning.starts_at)
    moved = replace(moved, details=replace(moved.details, dates=dates))
    return filled(moved, beginning, now)


def filled(terms: Terms, beginning: Beginning, now: datetime) -> Terms:
    """Terms with their name and place; entries open from now on."""
    minute = now.astimezone(UTC).replace(second=0, microsecond=0)
    names = replace(terms.details.names, tournament=beginning.name)
    location = replace(terms.details.location, place=beginning.place)
    method = replace(terms.entry.method, opens_at=minute)
    return replace(
        terms,
        details=replace(terms.details, names=names, location=location),
        entry=replace(terms.entry, method=method),
    )


def _wall(instant: datetime, zone: Any) -> datetime:
    return instant.astimezone(zone).replace(tzinfo=None)


def _moved(value: Any, by: timedelta, zone: Any) -> Any:
    """The same value with every instant moved on the venue's wall clock."""
    if isinstance(value, datetime):
        return (_wall(value, zone) + by).replace(tzinfo=zone).astimezone(UTC)
    if isinstance(value, tuple):
        return tuple(_moved(each, by, zone) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        inner = {
            f.name: _moved(getattr(value, f.name), by, zone) for f in fields(value)
        }
        return replace(value, **inner)
    return value


def address(name: str) -> str:
    """The part of an address that a name makes: spring-stud-classic."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters.lower().replace("'", ""))
    found = "-".join(words)[:LONGEST].strip("-") or "tournament"
    taken = {"new", *(each.key for each in (*TEMPLATES, BLANK))}  # addresses of pages
    return f"{found}-tournament" if found in taken else found
