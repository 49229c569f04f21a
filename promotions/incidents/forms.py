"""The forms of incidents."""

from typing import Any

from wtforms import SelectField, StringField, TextAreaField

from house.forms import HouseForm, Needed, VenueTimeField
from house.venue import Venue
from promotions.incidents.services import Finding
from promotions.rules.gates import Decision


class IncidentForm(HouseForm):
    """Who found what when, and what becomes of the draw."""

    found_by = StringField("Who found it", [Needed()])
    what = TextAreaField("What was found", [Needed()])
    decision = SelectField(
        "The draw is",
        choices={each.value: each.value.capitalize() for each in Decision},
    )
    found_at: VenueTimeField

    def found(self) -> Finding:
        """What was typed."""
        assert self.found_at.data is not None  # it is needed
        return Finding(
            self.found_at.data,
            self.found_by.data or "",
            self.what.data or "",
            Decision(self.decision.data),
        )


def incident_form(venue: Venue, typed: Any = None, **usual: Any) -> IncidentForm:
    """The form with a time on this venue's clock."""

    class OnTheWall(IncidentForm):
        found_at = VenueTimeField("When it was found", [Needed()], venue=venue)

    return OnTheWall(typed, data=usual)


class AsideForm(HouseForm):
    """Which result does not stand, and why."""

    draw = SelectField("Whose result", coerce=int)
    how = TextAreaField("What was checked, and what it showed", [Needed()])
    reason = TextAreaField("Reason", [Needed()])


class ValidateForm(HouseForm):
    """How a draw was validated."""

    how = TextAreaField("How its integrity was validated", [Needed()])
