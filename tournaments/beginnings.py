"""How a tournament begins: from a template or from a past one, pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from house.terms import beginning as beginning_of
from house.terms.beginning import moved, wall
from house.venue import Venue
from rulebook import CROWN3, HOUSE, SOURCES, Refusal
from tournaments.rules.formats import BLANK, TEMPLATES, Template
from tournaments.rules.occasion import Occasion
from tournaments.rules.terms import Terms

NEEDED = HOUSE.at("TOURN-30")
AHEAD = HOUSE.at("TOURN-13")


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
    by = wall(beginning.starts_at, zone) - wall(was, zone)
    later = moved(past, by, zone)
    assert isinstance(later, Terms)
    dates = replace(later.details.dates, starts_at=beginning.starts_at)
    later = replace(later, details=replace(later.details, dates=dates))
    return filled(later, beginning, now)


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


def address(name: str) -> str:
    """The part of an address that a name makes: spring-stud-classic."""
    pages = {"new", *(each.key for each in (*TEMPLATES, BLANK))}
    return beginning_of.address(name, "tournament", pages)
