"""What the record can be searched for."""

from datetime import date, datetime, timedelta
from typing import Any

from wtforms import Field, SelectField, StringField, ValidationError
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, NumberRange, Optional

from house.audit.lately import Lately, offered
from house.audit.models import Verdict
from house.audit.plain import LARGEST, text
from house.audit.queries import Cursor, RecordFilter
from house.forms import DayField, HouseForm, WholeField
from house.notices.daily import midnight
from house.venue import Venue
from rulebook import rules

FILTERS = ("q", "actor", "act", "subject", "rule", "verdict", "since", "until")
TOO_LONG = "This is longer than anything the record holds."


def _keepable(value: object) -> object:
    return text(value) if isinstance(value, str) else value


def words(label: str, length: int) -> StringField:
    """A text to look for."""
    return StringField(
        label, [Length(max=length, message=TOO_LONG)], filters=[_keepable]
    )


def number(label: str) -> WholeField:
    """The number of an entry."""
    return WholeField(
        label,
        [
            Optional(),
            NumberRange(1, LARGEST, "Entries are numbered from 1; this is none."),
        ],
    )


def picked(label: str, length: int) -> SelectField:
    """Something to choose of what the record holds lately; an address may say more."""
    return SelectField(
        label,
        [Length(max=length, message=TOO_LONG)],
        filters=[_keepable],
        default="",
        validate_choice=False,
    )


class RecordForm(HouseForm):
    """Which entries to show; every field may stay empty."""

    q = words("Words", 200)
    actor = picked("Who", 64)
    act = picked("Did what", 64)
    subject = picked("About", 97)
    rule = words("Rule", 64)
    verdict = SelectField(
        "Outcome",
        choices=[
            SelectChoice("", "All"),
            SelectChoice(Verdict.DONE.value, "Done"),
            SelectChoice(Verdict.REFUSED.value, "Refused"),
        ],
        default="",
        validate_choice=False,
    )
    since = DayField("From day")
    until = DayField("To day")
    before = number("Older than entry")
    after = number("Newer than entry")

    def __init__(self, *args: Any, venue: Venue, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.venue = venue

    def offer(self, found: Lately) -> None:
        """Fill the lists to choose from."""
        self.actor.data = (self.actor.data or "").lower()
        self.actor.choices = offered("Anybody", self.actor.data, found.people)
        self.act.choices = offered("Anything", self.act.data, found.acts)
        about = {
            value: label
            for kind in found.things
            for value, label in {kind: f"Every {kind}", **found.all_of(kind)}.items()
        }
        self.subject.choices = offered("Everything", self.subject.data, about)

    def validate_rule(self, field: Field) -> None:
        """Only a rule that exists can have been cited."""
        if field.data and field.data not in rules():
            raise ValidationError(f"There is no rule “{field.data}”.")

    def validate_verdict(self, field: Field) -> None:
        """An act was done or refused; there is no third outcome."""
        if field.data and field.data not in set(Verdict):
            raise ValidationError("An outcome is either done or refused.")

    def validate_until(self, field: Field) -> None:
        """The last day does not come before the first."""
        if field.data and self.since.data and field.data < self.since.data:
            raise ValidationError("The last day comes before the first.")

    def wanted(self) -> RecordFilter:
        """The filter, once it has been found to make sense."""
        kind, _, id_ = (self.subject.data or "").partition(":")
        return RecordFilter(
            words=self.q.data or "",
            actor=(self.actor.data or "").lower(),
            act=self.act.data or "",
            subject_kind=kind.strip(),
            subject_id=id_.strip(),
            verdict=Verdict(self.verdict.data) if self.verdict.data else None,
            rule=self.rule.data or "",
            since=self._midnight(self.since.data),
            until=self._midnight(self.until.data, timedelta(days=1)),
        )

    def cursor(self) -> Cursor:
        """From which entry on to look, and which way."""
        return Cursor(self.before.data, self.after.data)

    def _midnight(
        self, day: date | None, later: timedelta = timedelta(0)
    ) -> datetime | None:
        return midnight(self.venue, day + later) if day else None
