"""The forms of promotions."""

from datetime import datetime, timedelta
from typing import Any

from wtforms import IntegerField, PasswordField, SelectField, StringField, TextAreaField

from house.forms import HouseForm, Needed, VenueTimeField
from house.venue import Venue
from promotions.beginnings import Beginning
from promotions.rules.clauses.details import SAID, Channel
from promotions.rules.material import Medium, Piece
from promotions.rules.regimes import REGIMES, STAR4_14
from rulebook import SOURCES


def usual_times(venue: Venue, now: datetime) -> tuple[datetime, datetime]:
    """Entries open in two days at ten; drawn on a Saturday evening weeks later."""
    local = venue.local(now).replace(hour=10, minute=0, second=0, microsecond=0)
    opens = (local + timedelta(days=2)).replace(tzinfo=None)
    later = opens + timedelta(days=21)
    saturday = later + timedelta(days=(5 - later.weekday()) % 7)
    drawn = saturday.replace(hour=20, minute=30)
    return venue.instant(opens), venue.instant(drawn)


def begin_form(venue: Venue, typed: Any = None, **usual: Any) -> "BeginForm":
    """The form with the venue's clock, filled with what was typed or is usual."""

    class Bound(BeginForm):
        opens_at = VenueTimeField("Entries open", [Needed()], venue=venue)
        drawn_at = VenueTimeField("Drawn", [Needed()], venue=venue)

    return Bound(typed, data=usual)


class BeginForm(HouseForm):
    """What marketing says first."""

    name = StringField("Name of the promotion", [Needed()])
    place = StringField("Where it is held", [Needed()])
    regime = SelectField(
        "Rules it runs under",
        choices={code: f"Rule 14, {SOURCES[code].short}" for code in REGIMES},
        default=STAR4_14.code,
    )
    opens_at: VenueTimeField
    drawn_at: VenueTimeField

    def beginning(self) -> Beginning:
        """What was said."""
        return Beginning(
            name=self.name.data or "",
            opens_at=self.opens_at.data,
            drawn_at=self.drawn_at.data,
            place=self.place.data or "",
            regime=self.regime.data,
        )


class ReasonForm(HouseForm):
    """Why something is done."""

    reason = TextAreaField("Reason", [Needed()])


class PromiseForm(HouseForm):
    """A scrutineer's phrase for a draw, typed twice."""

    draw = SelectField("Draw", coerce=int)
    phrase = PasswordField("Phrase", [Needed()])
    again = PasswordField("Phrase, again", [Needed()])


class HandForm(HouseForm):
    """Tickets by hand: for which card, how many, why; given or taken back."""

    card = StringField("Player card", [Needed()])
    tickets = IntegerField("Tickets", [Needed()])
    reason = TextAreaField("Reason", [Needed()])
    back = StringField("Take them back")


class WordForm(HouseForm):
    """Where the regulator's approval is found."""

    reference = StringField("Reference of the approval", [Needed()])


class PieceForm(HouseForm):
    """A piece of marketing material."""

    title = StringField("What it is", [Needed()])
    medium = SelectField(
        "Kind", choices={each.value: each.value.capitalize() for each in Medium}
    )
    words = TextAreaField("Every word it carries", [Needed()])
    channel = SelectField(
        "How its reader gets the terms",
        choices={"": "Choose…"} | {each.value: SAID[each] for each in Channel},
    )

    def piece(self) -> Piece:
        """The piece as it was typed."""
        way = self.channel.data
        return Piece(
            self.title.data or "",
            Medium(self.medium.data),
            self.words.data or "",
            Channel(way) if way else None,
        )


class ThingForm(HouseForm):
    """A thing that regulations prescribe."""

    thing = StringField("Thing", [Needed()])
    reference = StringField("Where it is prescribed")


class CallerForm(HouseForm):
    """A play system that gets a key."""

    name = StringField("Name of the system", [Needed()])
