"""The forms of the cage: what is counted, sold and set right."""

from wtforms import StringField
from wtforms.validators import InputRequired, Length

from house.forms import CentsField, HouseForm
from tournaments.money.shifts import Counted
from tournaments.rules.payments import Method

COUNT = "Count it; 0 where there is none."


class OpenForm(HouseForm):
    """What lies in a drawer as it is opened."""

    float_cents = CentsField("Float counted into the drawer", [InputRequired(COUNT)])


class CountForm(HouseForm):
    """What lies in a drawer as it is closed."""

    cash = CentsField("Cash in the drawer, float included", [InputRequired(COUNT)])
    chips = CentsField("Casino chips", [InputRequired(COUNT)])
    card = CentsField("Card slips", [InputRequired(COUNT)])
    comp = CentsField("Comp vouchers", [InputRequired(COUNT)])
    note = StringField("Note", [Length(max=400)])

    @property
    def counted(self) -> Counted:
        """The count of each method."""
        cents = {
            Method.CASH: self.cash.data or 0,
            Method.CHIPS: self.chips.data or 0,
            Method.CARD: self.card.data or 0,
            Method.COMP: self.comp.data or 0,
        }
        return Counted(cents, self.note.data or "")
