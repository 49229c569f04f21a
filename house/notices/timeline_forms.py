"""What the timeline can be narrowed down to."""

from datetime import date, datetime, timedelta
from typing import Any

from wtforms import Field, SelectField, StringField, TextAreaField, ValidationError
from wtforms.validators import InputRequired, Length

from house.audit.lately import Lately, offered
from house.audit.plain import text
from house.forms import DayField, HouseForm
from house.notices import kinds
from house.notices.daily import midnight
from house.notices.states import State
from house.notices.timeline import DeadlineFilter
from house.typed import whole
from house.venue import Venue
from rulebook import SOURCES, rules

FILTERS = ("state", "kind", "rule", "subject", "since", "until")
OPEN, PAST, ALL = "", "past", "all"
STATES = {
    OPEN: "Open",
    **{state.value: state.value.capitalize() for state in State},
    PAST: "Met or called off, newest first",
    ALL: "All, newest first",
}


def _keepable(value: object) -> object:
    return text(value) if isinstance(value, str) else value


class TimelineForm(HouseForm):
    """Which deadlines to show; every field may stay empty."""

    state = SelectField("State", choices=STATES, default="", validate_choice=False)
    kind = SelectField("Kind", default="", validate_choice=False)
    rule = StringField(
        "Document or rule", [Length(max=64, message="No rule has so long a name.")]
    )
    subject = SelectField(
        "About",
        [Length(max=60, message="Nothing here has so long a name.")],
        filters=[_keepable],
        default="",
        validate_choice=False,
    )
    since = DayField("From day")
    until = DayField("To day")

    def __init__(
        self, *args: Any, venue: Venue, seen: frozenset[str] | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.venue = venue
        listed = [k for k in kinds.described() if seen is None or k.name in seen]
        self.kind.choices = {"": "All"} | {k.name: k.label for k in listed}

    def offer(self, found: Lately) -> None:
        """Fill the list of what deadlines may be about."""
        about = found.all_of(*kinds.subjects())
        self.subject.choices = offered("Everything", self.subject.data, about)

    def validate_state(self, field: Field) -> None:
        """Only a state a deadline can be in."""
        if (field.data or "") not in STATES:
            raise ValidationError("A deadline is never in this state.")

    def validate_rule(self, field: Field) -> None:
        """Only a document or rule that exists."""
        if field.data and field.data not in SOURCES and field.data not in rules():
            raise ValidationError(f"There is no rule or document “{field.data}”.")

    def validate_subject(self, field: Field) -> None:
        """A kind, or a kind and a number."""
        number = (field.data or "").partition(":")[2].strip()
        if number and whole(number) is None:
            raise ValidationError("Choose from the list.")

    def validate_since(self, field: Field) -> None:
        """A day this house can have."""
        _possible(field.data)

    def validate_until(self, field: Field) -> None:
        """The last day does not come before the first."""
        _possible(field.data)
        if field.data and self.since.data and field.data < self.since.data:
            raise ValidationError("The last day comes before the first.")

    def wanted(self) -> DeadlineFilter:
        """The filter, once it has been found to make sense."""
        subject, _, number = (self.subject.data or "").partition(":")
        asked = self.state.data or ""
        return DeadlineFilter(
            state=State(asked) if asked not in {OPEN, PAST, ALL} else None,
            everything=asked == ALL,
            past=asked == PAST,
            kind=self.kind.data or "",
            rule=self.rule.data or "",
            subject_kind=subject.strip(),
            subject_id=int(number) if number.strip() else None,
            since=self._midnight(self.since.data),
            until=self._midnight(self.until.data, timedelta(days=1)),
        )

    def _midnight(
        self, day: date | None, later: timedelta = timedelta(0)
    ) -> datetime | None:
        return midnight(self.venue, day + later) if day else None


def _possible(day: date | None) -> None:
    if day is not None and not 1900 <= day.year <= 9000:
        raise ValidationError("Give a day between the years 1900 and 9000.")


class ProofForm(HouseForm):
    """What shows that a duty was met."""

    proof = TextAreaField("Proof", [InputRequired("Give a proof."), Length(max=400)])
