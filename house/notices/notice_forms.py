"""The forms of notices and contacts."""

from typing import Any

from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional
from wtforms.widgets import HiddenInput

from house.forms import HouseForm, Needed, VenueTimeField, WholeField
from house.notices.contacts import Contact
from house.notices.letters import Letter
from house.notices.models import Channel
from house.notices.notice_rules import LONGEST
from house.notices.services import Posting
from house.venue import Venue


class WordsForm(HouseForm):
    """What a notice says."""

    title = StringField("Title", [InputRequired("Give a title."), Length(max=200)])
    body = TextAreaField(
        "Text", [InputRequired("Write the text."), Length(max=LONGEST)]
    )
    version = WholeField("Version", [Optional()], widget=HiddenInput(), default=0)

    def letter(self) -> Letter:
        """The words as they were typed, each line ended the same way."""
        body = (self.body.data or "").replace("\r\n", "\n").replace("\r", "\n")
        return Letter(self.title.data or "", f"{body.strip()}\n")


class ContactForm(HouseForm):
    """How a body is reached."""

    name = StringField("Name or office", [Needed(), Length(max=120)])
    email = StringField("E-mail", [Length(max=254)])
    phone = StringField("Telephone", [Length(max=32)])
    address = TextAreaField("Address", [Length(max=300)])

    def contact(self) -> Contact:
        """What was typed."""
        return Contact(
            self.name.data or "",
            self.email.data or "",
            self.phone.data or "",
            self.address.data or "",
        )


class PostingForm(HouseForm):
    """How a notice goes out."""

    channel = SelectField(
        "How", choices={c.value: c.value.capitalize() for c in Channel.ways()}
    )
    reference = StringField("Reference", [Length(max=200)])

    def posting(self) -> Posting:
        """What was chosen; e-mail goes now, whatever time was typed."""
        channel = Channel(self.channel.data)
        at = None if channel is Channel.EMAIL else self["at"].data
        return Posting(channel, self.reference.data or "", at)


class AcknowledgeForm(HouseForm):
    """What was received back."""

    acknowledgement = StringField("What was received", [Needed(), Length(max=200)])


class AsideForm(HouseForm):
    """Why a draft is not sent."""

    why = StringField("Why it is not sent", [Needed(), Length(max=200)])


def on_the_wall(form: type[HouseForm], label: str, venue: Venue) -> Any:
    """The form with a time on this venue's clock."""

    class OnTheWall(form):  # type: ignore[misc, valid-type]
        at = VenueTimeField(label, [Optional()], venue=venue)

    return OnTheWall
