"""The forms of over- and underpayments."""

from typing import Any

from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from game.payments import Intent, Kind, Step
from house.forms import CentsField, HouseForm, Needed, VenueTimeField, WholeField
from house.payments.models import Outcome
from house.payments.rules import Entry
from house.venue import Venue

STEPS = tuple(Step)


def _choices(enum: Any) -> dict[str, str]:
    return {one.value: one.value[:1].upper() + one.value[1:] for one in enum}


class EntryForm(HouseForm):
    """What was paid and what should have been."""

    kind = SelectField("What was settled wrongly", choices=_choices(Kind))
    table = WholeField(
        "Table",
        [Optional(), NumberRange(1, 999, "Tables are numbered from 1 to 999.")],
    )
    patron = StringField("Patron", [Length(max=64)])
    paid = CentsField("Paid", [InputRequired("Give the amount paid.")])
    due = CentsField(
        "Should have been paid", [InputRequired("Give the amount that was due.")]
    )
    intent = SelectField("Was it meant", choices=_choices(Intent))
    note = TextAreaField("What happened", [Needed(), Length(max=400)])

    def entry(self, patron_id: int | None) -> Entry:
        """What was typed."""
        return Entry(
            kind=Kind(self.kind.data),
            paid_cents=self.paid.data or 0,
            due_cents=self.due.data or 0,
            happened_at=self["happened_at"].data,
            known_at=self["known_at"].data,
            intent=Intent(self.intent.data),
            note=self.note.data or "",
            table_number=self.table.data,
            patron_id=patron_id,
        )


class AttemptForm(HouseForm):
    """A step that was taken."""

    step = SelectField("What was done", choices=_choices(STEPS))
    patron = StringField("Patron found", [Length(max=64)])
    note = TextAreaField("What came of it", [Needed(), Length(max=400)])


class FindingForm(HouseForm):
    """What was found out about whether it was meant."""

    intent = SelectField("It is", choices=_choices(Intent))
    note = TextAreaField("Why", [Needed(), Length(max=400)])


class CloseForm(HouseForm):
    """How the matter ended."""

    outcome = SelectField("Closed as", choices=_choices(Outcome))
    note = TextAreaField("Why", [Needed(), Length(max=400)])


def entry_form(venue: Venue) -> Any:
    """The form of an entry with its times on this venue's clock."""

    class OnTheWall(EntryForm):
        happened_at = VenueTimeField(
            "Happened", [InputRequired("Say when it happened.")], venue=venue
        )
        known_at = VenueTimeField(
            "Became known", [InputRequired("Say when it became known.")], venue=venue
        )

    return OnTheWall


def attempt_form(venue: Venue) -> Any:
    """The form of a step with its time on this venue's clock."""

    class OnTheWall(AttemptForm):
        at = VenueTimeField("When", [InputRequired("Say when.")], venue=venue)

    return OnTheWall
