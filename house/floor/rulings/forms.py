"""The forms of the ruling book."""

from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from house.audit.plain import LARGEST
from house.floor.rulings.models import RulingEvent
from house.floor.rulings.queries import Filter
from house.forms import DayField, HouseForm, WholeField


class FilterForm(HouseForm):
    """Which rulings of the book are wanted."""

    table = WholeField(
        "Table", [Optional(), NumberRange(1, 999, "Tables are numbered 1 to 999.")]
    )
    day = DayField("Day", [Optional()])
    rule = StringField("Rule", [Length(max=64)])
    rank = SelectField("Decided by", choices={}, validate_choice=False)
    before = WholeField("Older than", [Optional(), NumberRange(1, LARGEST)])

    def wanted(self) -> Filter:
        """What was asked for."""
        return Filter(
            self.table.data,
            self.day.data,
            self.rule.data or "",
            self.rank.data or "",
            self.before.data,
        )


class EventForm(HouseForm):
    """A task that was done, or somebody who was told."""

    happened = SelectField(choices={one.value: one.value for one in RulingEvent})
    place = WholeField(validators=[InputRequired(), NumberRange(1, 99)])
    note = StringField(validators=[Length(max=400)])
