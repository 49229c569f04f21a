"""How a promotion begins: from a template or from a past one, pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from house.terms import beginning as beginning_of
from house.terms.beginning import moved, wall
from house.venue import Venue
from promotions.rules.formats import BLANK, TEMPLATES, Occasion, Template
from promotions.rules.regimes import REGIMES, STAR4_14
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite, Refusal

NEEDED: Cite = HOUSE.at("PROMOTION-17")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What marketing says first: what it is called, from when, drawn when and where."""

    name: str
    opens_at: datetime | None
    drawn_at: datetime | None
    place: str
    regime: str = STAR4_14.code


def template(key: str) -> Template | None:
    """The template of this key."""
    return next((each for each in (*TEMPLATES, BLANK) if each.key == key), None)


def check(beginning: Beginning, now: datetime) -> Iterator[Refusal]:
    """Why nothing can be begun with this."""
    said = (
        (beginning.name, "The promotion has no name.", "name"),
        (beginning.place, "It is not said where it is held.", "place"),
        (beginning.opens_at, "It is not said when entries open.", "opens_at"),
        (beginning.drawn_at, "It is not said when it is drawn.", "drawn_at"),
    )
    for value, wrong, field in said:
        if not value:
            yield Refusal(NEEDED, wrong, "Say it.", field)
    if beginning.regime not in REGIMES:
        wrong = "No document of that name has a rule 14 here."
        yield Refusal(NEEDED, wrong, "Choose one.", "regime")
    opens, drawn = beginning.opens_at, beginning.drawn_at
    if opens and opens <= now:
        wrong = "That opening has passed."
        yield Refusal(NEEDED, wrong, "Give a time still to come.", "opens_at")
    if opens and drawn and drawn <= opens:
        wrong = "It would be drawn before entries open."
        yield Refusal(NEEDED, wrong, "Give a later draw.", "drawn_at")


def from_template(chosen: Template, beginning: Beginning, venue: Venue) -> Terms:
    """The terms a template gives, with what is known filled in."""
    assert beginning.opens_at is not None and beginning.drawn_at is not None  # noqa: PT018
    return chosen.terms(
        Occasion(
            beginning.name,
            beginning.opens_at,
            beginning.drawn_at,
            beginning.place,
            venue.name,
            venue.zone.key,
            beginning.regime,
        )
    )


def from_past(past: Terms, beginning: Beginning) -> Terms:
    """The terms of a past promotion, every time moved with its opening."""
    assert beginning.opens_at is not None
    zone, was = past.zone, past.entry.closing.opens_at or beginning.opens_at
    later = moved(past, wall(beginning.opens_at, zone) - wall(was, zone), zone)
    assert isinstance(later, Terms)
    names = replace(later.names, promotion=beginning.name)
    awarded = replace(
        later.award.awarded, drawn_at=beginning.drawn_at, place=beginning.place
    )
    held = replace(later.promotion.held, place=beginning.place)
    return replace(
        later,
        promotion=replace(later.promotion, names=names, held=held),
        award=replace(later.award, awarded=awarded),
    )


def address(name: str) -> str:
    """The part of an address that a name makes: summer-car-draw."""
    pages = {
        "new",
        "prescribed",
        "callers",
        *(each.key for each in (*TEMPLATES, BLANK)),
    }
    return beginning_of.address(name, "promotion", pages)
