"""The forms of disputes."""

from typing import Any

from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from game.ranks import LADDERS
from house.floor.disputes.models import DisputeEvent
from house.floor.disputes.rules import Entry, How
from house.forms import HouseForm, Needed, VenueTimeField, WholeField
from house.venue import Venue


class DisputeForm(HouseForm):
    """What was raised, by whom and where."""

    raised_by = StringField("Raised by", [Needed(), Length(max=120)])
    patron = StringField("Patron", [Length(max=64)])
    document = SelectField("Document", choices={code: code for code in LADDERS})
    table = WholeField(
        "Table",
        [Optional(), NumberRange(1, 999, "Tables are numbered from 1 to 999.")],
    )
    round = WholeField(
        "Round", [Optional(), NumberRange(1, 10**9, "Rounds count from 1.")]
    )
    what = TextAreaField("What it is about", [Needed(), Length(max=1000)])

    def entry(self, patron_id: int | None, ruling_id: int | None) -> Entry:
        """What was typed."""
        return Entry(
            raised_by=self.raised_by.data or "",
            what=self.what.data or "",
            raised_at=self["raised_at"].data,
            document=self.document.data or "",
            table_number=self.table.data,
            round=self.round.data,
            ruling_id=ruling_id,
            patron_id=patron_id,
        )


class AdditionForm(HouseForm):
    """Something to add to a dispute."""

    happened = SelectField(
        "What is added", choices={h.value: h.value for h in DisputeEvent}
    )
    how = SelectField(
        "How were they told", choices={how.value: how.value for how in How}
    )
    note = TextAreaField("In words", [Needed(), Length(max=1000)])


def dispute_form(venue: Venue) -> Any:
    """The form of a dispute with its time on this venue's clock."""

    class OnTheWall(DisputeForm):
        raised_at = VenueTimeField(
            "Raised", [InputRequired("Say when it was raised.")], venue=venue
        )

    return OnTheWall
