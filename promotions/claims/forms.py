"""The forms of winners and their claims."""

from collections.abc import Sequence
from typing import Any

from wtforms import BooleanField, SelectField, StringField, TextAreaField
from wtforms.validators import Length, Optional

from house.forms import CentsField, HouseForm, Needed, VenueTimeField
from house.venue import Venue
from promotions.claims.handing import Over
from promotions.claims.models import RefusedFor
from promotions.claims.refusing import Denial
from promotions.rules.claims import Part
from promotions.rules.goods import Given
from promotions.rules.means import TOLD, Means
from promotions.telling.attempts import OTHERWISE, Attempt
from promotions.telling.models import Outcome

PARTS = 3  # of the money, at most
TRIED = (Outcome.TOLD, Outcome.NOT_REACHED)


class TriedForm(HouseForm):
    """An attempt to tell a winner."""

    means = SelectField(
        "How",
        choices={m.value: TOLD[m].capitalize() for m in Means}
        | {OTHERWISE: "Social media: does not count"},
    )
    where = StringField(
        "Number, address, or who told them", [Needed(), Length(max=300)]
    )
    outcome = SelectField("What came of it", choices={o.value: o.value for o in TRIED})
    note = StringField("Note", [Length(max=400)])
    at: VenueTimeField

    def tried(self) -> Attempt:
        """What was typed."""
        assert self.at.data is not None  # it is needed
        counts = self.means.data in set(Means)
        return Attempt(
            Means(self.means.data) if counts else None,
            self.where.data or "",
            Outcome(self.outcome.data),
            self.at.data,
            self.note.data or "",
        )


def tried_form(venue: Venue, typed: Any = None, **usual: Any) -> TriedForm:
    """The form with a time on this venue's clock."""

    class OnTheWall(TriedForm):
        at = VenueTimeField("When", [Needed()], venue=venue)

    return OnTheWall(typed, data=usual)


class ReturnedForm(HouseForm):
    """How a notice came back."""

    note = StringField("How it came back", [Needed(), Length(max=400)])


class ClaimForm(HouseForm):
    """Which paper of the winner was seen."""

    identity = StringField("Paper seen", [Needed(), Length(max=120)])


class OverForm(HouseForm):
    """How a prize goes over, and who signs for it."""

    instead = BooleanField("Money instead")
    way = SelectField("How it is given", [Optional()], choices=[])
    signed_by = StringField("Received and signed by", [Needed(), Length(max=160)])
    thing = SelectField("Which one", [Optional()], choices=[])
    note = StringField("Note", [Length(max=200)])
    way_1 = SelectField("Paid", [Optional()], choices=[])
    cents_1 = CentsField("Amount", [Optional()])
    reference_1 = StringField("Reference", [Length(max=120)])
    way_2 = SelectField("Second part", [Optional()], choices=[])
    cents_2 = CentsField("Amount", [Optional()])
    reference_2 = StringField("Reference", [Length(max=120)])
    way_3 = SelectField("Third part", [Optional()], choices=[])
    cents_3 = CentsField("Amount", [Optional()])
    reference_3 = StringField("Reference", [Length(max=120)])

    def offer(
        self, things: tuple[Given, ...], ways: tuple[Given, ...], marks: Sequence[str]
    ) -> None:
        """Which ways there are, for a thing and for money, and which things."""
        self.thing.choices = [(mark, mark) for mark in marks]
        said = {way.value: way.words.capitalize() for way in ways}
        self.way.choices = [(w.value, w.words.capitalize()) for w in things]
        for number in range(1, PARTS + 1):
            self[f"way_{number}"].choices = [("", "No part"), *said.items()]

    def over(self) -> Over:
        """What was typed."""
        return Over(
            self.signed_by.data or "",
            instead=bool(self.instead.data),
            way=Given(self.way.data) if self.way.data else None,
            thing=self.thing.data or "",
            parts=tuple(self._parts()),
            note=self.note.data or "",
        )

    def _parts(self) -> list[Part]:
        found = []
        for number in range(1, PARTS + 1):
            way, cents = self[f"way_{number}"].data, self[f"cents_{number}"].data
            if way and cents is not None:
                reference = self[f"reference_{number}"].data or ""
                found.append(Part(Given(way), cents, reference))
        return found


class DenialForm(HouseForm):
    """Why a claim is refused."""

    ground = SelectField("Ground", choices={g.value: g.value for g in RefusedFor})
    reason = TextAreaField(
        "Reason, as the patron reads it", [Needed(), Length(max=400)]
    )
    evidence = TextAreaField("Evidence: where it is found", [Needed(), Length(max=400)])
    name = StringField("Name", [Length(max=160)])
    address = StringField("Address", [Length(max=300)])

    def denial(self) -> Denial:
        """What was typed."""
        return Denial(
            RefusedFor(self.ground.data),
            self.reason.data or "",
            self.evidence.data or "",
            self.name.data or "",
            self.address.data or "",
        )


class DisputeForm(HouseForm):
    """Who disputes what about a promotion."""

    patron = StringField("Patron: number or card", [Needed(), Length(max=64)])
    what = TextAreaField(
        "What it is about, in their words", [Needed(), Length(max=1000)]
    )
