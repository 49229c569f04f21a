"""Form fields of the house: money, days and times as people write them."""

import re
from datetime import date, datetime
from typing import Any, ClassVar

from wtforms import Field, Form, IntegerField
from wtforms.widgets import TextInput

from house import clock, money
from house.typed import MOST
from house.venue import YEARS, NoSuchTime, Venue

DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
WALL = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})")


class CentsField(Field):
    """Money typed as “1,250.50” and kept as whole cents."""

    widget = TextInput()
    data: int | None

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else money.dollars(self.data).lstrip("$")

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the amount, or say how to write one."""
        if valuelist and valuelist[0].strip():
            self.data = money.cents(valuelist[0])


class WholeField(IntegerField):
    """A whole number that the database can keep."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the number, or say that it is too large."""
        super().process_formdata(valuelist)
        if self.data is not None and abs(self.data) > MOST:
            self.data = None
            raise ValueError("Give a smaller number.")


class DayField(Field):
    """A day, as the browser’s own picker sends it."""

    widget = TextInput(input_type="date")
    data: date | None

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return self.data.isoformat() if self.data else ""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the day, or say how to write one."""
        if not (valuelist and valuelist[0].strip()):
            return
        try:
            self.data = date.fromisoformat(valuelist[0].strip())
        except ValueError:
            raise ValueError("Give a day that exists, such as 1990-02-28.") from None
        if self.data.year not in YEARS:
            self.data = None
            raise ValueError(f"Give a year from {YEARS[0]} to {YEARS[-1]}.")


class VenueTimeField(Field):
    """A wall-clock time of the venue, kept as the instant it means."""

    widget = TextInput(input_type="datetime-local")
    data: datetime | None

    def __init__(
        self, label: str, *args: Any, venue: Venue, ahead: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(label, *args, **kwargs)
        self.venue = venue
        self.ahead = ahead  # of an hour that comes twice, the one still to come

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return f"{self.venue.local(self.data):%Y-%m-%dT%H:%M}" if self.data else ""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the time in the venue’s zone, or say what is wrong with it."""
        if not (valuelist and valuelist[0].strip()):
            return
        match = WALL.fullmatch(valuelist[0].strip())
        try:
            wall = datetime.fromisoformat(f"{match[1]}T{match[2]}") if match else None
        except ValueError:
            wall = None
        if wall is None:
            raise ValueError("Give a day and time, such as 2026-11-20 20:41.")
        try:
            after = clock.now() if self.ahead else None
            self.data = self.venue.instant(wall, after)
        except NoSuchTime as error:
            raise ValueError(str(error)) from None


class Needed:
    """Mark a field as needed; the rules say why, with their citation, when empty."""

    field_flags: ClassVar[dict[str, bool]] = {"required": True}

    def __call__(self, _form: Form, _field: Field) -> None:
        """Leave the judging to the rules."""


class HouseForm(Form):
    """A form whose fields lose the spaces around what was typed."""

    class Meta:
        """Trim text before it is looked at."""

        def bind_field(self, form: Form, unbound: Any, options: Any) -> Any:
            """Add the trimming filter to every text field."""
            filters = list(unbound.kwargs.get("filters", ()))
            if unbound.field_class.__name__ in {"StringField", "TextAreaField"}:
                filters.append(_trim)
            return unbound.bind(form=form, filters=filters, **options)


def _trim(value: object) -> object:
    return value.strip() if isinstance(value, str) else value
