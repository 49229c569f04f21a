"""The forms of patrons, as the entries desk fills them in."""

from dataclasses import asdict
from typing import Any

from wtforms import (
    BooleanField,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.validators import DataRequired, InputRequired, Length, Optional
from wtforms.widgets import HiddenInput

from house.forms import DayField, HouseForm, VenueTimeField, WholeField
from house.people.patrons.exclusion_rules import LABELS, Grounds
from house.people.patrons.exclusions import Exclude
from house.people.patrons.models import ExcludedBy, PatronRow
from house.people.patrons.rules import FIELDS, LONGEST, PatronDetails
from house.people.patrons.services import details_of
from house.venue import Venue


def _text(label: str, name: str, **attributes: Any) -> StringField:
    longest = LONGEST[name]
    message = f"At most {longest} letters."
    return StringField(label, [Length(max=longest, message=message)], **attributes)


class PatronForm(HouseForm):
    """Who somebody is and how they are reached."""

    given_name = _text("Given names", "given_name")
    family_name = _text("Family name", "family_name")
    born_on = DayField("Birth date", [InputRequired("Give the birth date.")])
    email = _text("E-mail", "email")
    phone = _text("Telephone", "phone")
    street = _text("Street", "street")
    suburb = _text("Suburb", "suburb")
    state = _text("State", "state")
    postcode = _text("Postcode", "postcode")
    country = _text("Country", "country", default="Australia")
    may_publish_name = BooleanField("The patron agrees that their name is published")
    is_employee = BooleanField("Employee of the house")
    is_contractor = BooleanField("Contractor")
    is_associate = BooleanField("Associate of an employee or contractor")
    despite_likely = BooleanField("This is somebody else: add them all the same")
    version = WholeField(
        "Version", [Optional()], widget=HiddenInput(), default=0, filters=[]
    )

    @classmethod
    def of(cls, patron: PatronRow) -> "PatronForm":
        """The form filled with what is known."""
        return cls(data=asdict(details_of(patron)) | {"version": patron.version})

    def details(self) -> PatronDetails:
        """What was typed."""
        typed = {name: self[name].data for name in FIELDS}
        texts = {name: typed[name] or "" for name in LONGEST}
        return PatronDetails(**(typed | texts))


class CardForm(HouseForm):
    """The number on a new card."""

    number = StringField(
        "Number on the card", [InputRequired("Give the number."), Length(max=64)]
    )


class CancelForm(HouseForm):
    """Why a card is cancelled."""

    cancelled_why = StringField(
        "Reason", [InputRequired("Give a reason."), Length(max=200)]
    )


class LiftForm(HouseForm):
    """Why an exclusion is lifted."""

    lifted_why = TextAreaField(
        "Reason", [InputRequired("Give a reason."), Length(max=400)]
    )
    reference = StringField("Regulator’s reference", [Length(max=80)])

    def grounds(self) -> Grounds:
        """On what the exclusion is lifted."""
        return Grounds(self.lifted_why.data, self.reference.data or "")


class ExclusionForm(HouseForm):
    """Who excludes a patron, why and for how long."""

    by = SelectField("Who asks for it", choices={b.value: LABELS[b] for b in LABELS})
    reason = TextAreaField("Reason", [DataRequired("Give a reason."), Length(max=400)])

    def command(self) -> Exclude:
        """What was asked for."""
        return Exclude(
            by=ExcludedBy(self.by.data),
            reason=self.reason.data,
            from_at=self["from_at"].data,
            until_at=self["until_at"].data,
        )


def exclusion_form(venue: Venue) -> type[ExclusionForm]:
    """The form with its times on this venue's wall clock."""

    class OnTheWall(ExclusionForm):
        from_at = VenueTimeField("From", [InputRequired("Say from when.")], venue=venue)
        until_at = VenueTimeField("Until", [Optional()], venue=venue)

    return OnTheWall
