"""The form that begins a tournament."""

from datetime import datetime, timedelta
from typing import Any

from wtforms import SelectField, StringField

from house.forms import HouseForm, Needed, VenueTimeField
from house.venue import Venue
from rulebook.sources import Source
from tournaments.beginnings import Beginning
from tournaments.rules.occasion import DOCUMENTS


def usual_start(venue: Venue, now: datetime) -> datetime:
    """Saturday afternoon, at least a week away."""
    local = venue.local(now) + timedelta(days=7)
    saturday = local + timedelta(days=(5 - local.weekday()) % 7)
    two = saturday.replace(hour=14, minute=0, second=0, microsecond=0, tzinfo=None)
    return venue.instant(two)


def begin_form(venue: Venue, typed: Any = None, **usual: Any) -> "BeginForm":
    """The form with the venue's clock, filled with what was typed or is usual."""

    class Bound(BeginForm):
        starts_at = VenueTimeField("Starts", [Needed()], venue=venue)

    return Bound(typed, data=usual)


def _named(document: Source) -> str:
    return f"Mississippi Stud, {document.short} ({document.code})"


class BeginForm(HouseForm):
    """What a director says first."""

    name = StringField("Name of the tournament", [Needed()])
    place = StringField("Where in the house", [Needed()])
    rulebook = SelectField(
        "Game",
        choices={each.code: _named(each) for each in DOCUMENTS},
        default=DOCUMENTS[0].code,
    )
    starts_at: VenueTimeField

    def beginning(self) -> Beginning:
        """What was said."""
        return Beginning(
            name=self.name.data or "",
            starts_at=self.starts_at.data,
            place=self.place.data or "",
            rulebook=self.rulebook.data,
        )
