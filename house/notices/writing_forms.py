"""The form in which a notice is written by hand."""

from typing import Any

from wtforms import (
    Field,
    SelectField,
    StringField,
    TextAreaField,
    ValidationError,
)
from wtforms.validators import Length, Optional

from house.audit import Subject
from house.audit.lately import Lately, offered
from house.forms import HouseForm, Needed, VenueTimeField
from house.notices import contacts, kinds, writing_services
from house.notices.letters import Letter
from house.notices.models import Audience, Channel
from house.notices.notice_rules import LONGEST
from house.notices.writing_services import Written
from house.typed import whole
from house.venue import Venue

CHANNELS = {channel.value: channel.value.capitalize() for channel in Channel.ways()}


class WritingForm(HouseForm):
    """Whom it tells, about what, how, and in which words."""

    kind = SelectField("Kind", validate_choice=False)
    document = SelectField(
        "Document",
        choices={code: code for code in contacts.CODES},
        validate_choice=False,
    )
    rule = StringField("Rule", [Length(max=64, message="No rule has so long a name.")])
    about = SelectField(
        "About",
        [Length(max=60, message="Nothing here has so long a name.")],
        validate_choice=False,
    )
    recipients = TextAreaField("Recipients", [Length(max=20_000)])
    channel = SelectField("How it will go out", choices=CHANNELS)
    title = StringField("Title", [Needed(), Length(max=200)])
    body = TextAreaField("Text", [Needed(), Length(max=LONGEST)])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind.choices = {
            f"To {audience}": [
                (kind.name, kind.label)
                for kind in writing_services.kinds()
                if kind.audience is audience
            ]
            for audience in Audience
        }

    def offer(self, found: Lately) -> None:
        """Fill the list of what a notice may be about."""
        things = found.all_of(*kinds.subjects())
        self.about.choices = offered("The house itself", self.about.data, things)

    def validate_about(self, field: Field) -> None:
        """A kind of thing that has a page, and its number; or nothing."""
        thing, _, number = (field.data or "").partition(":")
        if field.data and not (thing in kinds.subjects() and whole(number)):
            raise ValidationError("Choose from the list.")

    def written(self, house: Venue, key: str) -> Written:
        """What was written; what is about nothing else is about the house."""
        thing, _, number = (self.about.data or "").partition(":")
        whole = Subject("house", "1", house.name)
        name = f"{thing.capitalize()} {number}"
        lines = (self.recipients.data or "").splitlines()
        body = "\n".join((self.body.data or "").splitlines())
        return Written(
            kind=self.kind.data or "",
            document=self.document.data or "",
            rule=self.rule.data or "",
            about=Subject(thing, number, name) if thing else whole,
            letter=Letter(self.title.data or "", f"{body}\n"),
            recipients=tuple(line.strip() for line in lines if line.strip()),
            channel=Channel(self.channel.data),
            due_at=self["due_at"].data,
            key=key,
        )


def writing_form(house: Venue) -> Any:
    """The form with a time on this venue's clock."""

    class OnTheWall(WritingForm):
        due_at = VenueTimeField("Must be sent by", [Optional()], venue=house)

    return OnTheWall
