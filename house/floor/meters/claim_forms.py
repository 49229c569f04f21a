"""Forms of claims, their times on the venue's wall clock."""

from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, Length, Optional

from house.floor.meters.forms import TABLE
from house.forms import HouseForm, VenueTimeField
from house.venue import Venue


class ClaimForm(HouseForm):
    """Which table, which round, and when the cards were shown."""

    table = SelectField("Table", TABLE, coerce=int)
    round = StringField("Round", [Optional(), Length(max=40)])


def claim_form(venue: Venue) -> type[ClaimForm]:
    """The form with its time on this venue's wall clock."""

    class OnTheWall(ClaimForm):
        shown_at = VenueTimeField(
            "Cards shown at",
            [InputRequired("Say when the cards were shown.")],
            venue=venue,
        )

    return OnTheWall


def time_form(venue: Venue) -> type[HouseForm]:
    """When a hand was keyed, as Surveillance says, on this venue's wall clock."""

    class OnTheWall(HouseForm):
        fixed_at = VenueTimeField(
            "Keyed, or shown, at", [InputRequired("Give the time.")], venue=venue
        )
        officer = StringField(
            "Officer of Surveillance",
            [InputRequired("Say who fixed the time."), Length(max=120)],
        )

    return OnTheWall
