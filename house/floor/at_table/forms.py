"""The forms of what people bring to a table and are paid there."""

from wtforms import (
    BooleanField,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, NumberRange

from game.payments import CHANGES, Change, Kind
from game.player_cards import Claim
from house.floor.at_table.models import Chips
from house.floor.at_table.wrong_wagers import Finding
from house.forms import CentsField, HouseForm, Needed, WholeField


class ChipsForm(HouseForm):
    """Chips as they were seen and declared."""

    chips = SelectField("Chips", choices={c.value: c.capitalize() for c in Chips})
    seen = CentsField("Seen", [InputRequired("Give what was seen.")])
    declared = CentsField("Declared", [InputRequired("Give what was declared.")])
    terminal = StringField("Terminal", [Length(max=40)])


class ChangeForm(HouseForm):
    """Chips bought with money, or swapped for other chips."""

    kind = SelectField(
        "Change", choices={k.value: k.removeprefix("a ").capitalize() for k in CHANGES}
    )
    given = CentsField("Handed in", [InputRequired("Give what was handed in.")])
    chips = CentsField("Chips handed out", [InputRequired("Give what went out.")])
    means = StringField("Paid by", [Length(max=40)])

    def change(self) -> Change:
        """What changed hands."""
        means, kind = self.means.data or "", Kind(self.kind.data)
        return Change(kind, self.given.data or 0, self.chips.data or 0, means)


class InvalidForm(HouseForm):
    """What was found out about whoever bets."""

    no_card = BooleanField("Plays without a valid card")
    holder = StringField("The card is of somebody else", [Length(max=80)])
    on_behalf_of = StringField("Bets for somebody else", [Length(max=80)])
    principal_at_table = BooleanField("That person is at this table")
    physical_help_only = BooleanField("It is physical help only, without gain")
    claims = SelectMultipleField("Claims", choices={c.value: c.value for c in Claim})

    def finding(self, seat: int) -> Finding:
        """What was found."""
        return Finding(
            seat,
            holder=self.holder.data or "",
            on_behalf_of=self.on_behalf_of.data or "",
            principal_at_table=bool(self.principal_at_table.data),
            physical_help_only=bool(self.physical_help_only.data),
            claims=tuple(Claim(claim) for claim in self.claims.data or ()),
            no_card=bool(self.no_card.data),
        )


class BackForm(HouseForm):
    """Whose jackpot wager goes on this box."""

    backer = WholeField(
        "Seat of whoever backs it",
        [InputRequired("Give a seat."), NumberRange(1, 99, "Give a seat.")],
    )


class PaidForm(HouseForm):
    """What a seat was paid."""

    seat = WholeField("Seat", [InputRequired("Give a seat."), NumberRange(1, 99)])
    paid = CentsField("Paid", [InputRequired("Give what was paid.")])


class ReturnForm(HouseForm):
    """A carried jackpot wager given back."""

    notification = StringField("Error notification", [Length(max=120)])


class CorrectionForm(HouseForm):
    """Why a round is corrected."""

    reason = TextAreaField("Why", [Needed(), Length(max=400)])
    expected = WholeField("Seen", [NumberRange(min=0)])
