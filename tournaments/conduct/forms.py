"""The forms of conduct: what is done to a player, a call, a handover, who is where."""

from wtforms import HiddenField, SelectField, StringField, TextAreaField
from wtforms.validators import Length

from house.forms import HouseForm
from house.typed import whole
from tournaments.rules.table_count import LARGEST


class DeedForm(HouseForm):
    """How much, and what happened."""

    size = StringField("How many", [Length(max=12)])
    reason = TextAreaField("What happened", [Length(max=400)])
    seen = HiddenField()  # the stack as it was shown

    @property
    def number(self) -> int | None:
        """What was typed; nothing where it is no number."""
        return whole((self.size.data or "").strip().replace(",", ""), LARGEST)

    @property
    def shown(self) -> int | None:
        """The stack that the effect was shown for."""
        return whole(self.seen.data or "", LARGEST)


class BackForm(HouseForm):
    """Why something is taken back."""

    reason = StringField("Why it is taken back", [Length(max=400)])


class CallForm(HouseForm):
    """What a table calls for, in a few words."""

    what = StringField("What it is about", [Length(max=400)])


class AnswerForm(HouseForm):
    """What was done about a call."""

    note = StringField("What was done", [Length(max=400)])


class HandoverForm(HouseForm):
    """Who takes over, and what they should know."""

    to = SelectField("To", choices={}, validate_choice=False)
    note = TextAreaField("What they should know", [Length(max=1000)])

    @property
    def who(self) -> int:
        """The member of staff; nought for nobody."""
        return whole(self.to.data or "", 2**31) or 0
