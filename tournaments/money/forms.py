"""The forms of the cage: what is counted, sold and set right."""

from collections.abc import Sequence

from wtforms import IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from house.audit import Actor
from house.forms import CentsField, HouseForm, Needed
from house.money import dollars
from house.web import config
from tournaments.money.buying import Buy
from tournaments.money.drawers import COUNTED, Fill
from tournaments.money.shifts import ShiftCount
from tournaments.money.taking import Tender
from tournaments.rules.payments import Method, PaidFor, Part
from tournaments.rules.sales import EXTRAS

METHODS = {
    Method.CASH.value: "Cash",
    Method.CARD.value: "Card",
    Method.CHIPS.value: "Casino chips",
    Method.COMP.value: "Comp, given by the house",
}
COUNT = "Count it; 0 where there is none."


class OpenForm(HouseForm):
    """What lies in a drawer as it is opened."""

    float_cents = CentsField("Float counted into the drawer", [InputRequired(COUNT)])


class FillForm(HouseForm):
    """What moves between the cage and a drawer."""

    way = SelectField(
        "Which way",
        choices={"fill": "The cage fills the drawer", "drop": "Dropped to the cage"},
    )
    method = SelectField("What", choices={m.value: METHODS[m.value] for m in COUNTED})
    cents = CentsField("How much", [InputRequired("Give the amount.")])

    def wanted(self, second: Actor | None) -> Fill:
        """The fill, below nothing where it is a drop."""
        cents = self.cents.data or 0
        sign = 1 if self.way.data == "fill" else -1
        return Fill(Method(self.method.data), sign * cents, second)


class CountForm(HouseForm):
    """What lies in a drawer as it is closed."""

    cash = CentsField("Cash in the drawer, float included", [InputRequired(COUNT)])
    chips = CentsField("Casino chips", [InputRequired(COUNT)])
    card = CentsField("Card slips")
    comp = CentsField("Comp vouchers")
    note = StringField("Note", [Length(max=400)])

    @property
    def counted(self) -> ShiftCount:
        """The count of each method."""
        cents = {
            Method.CASH: self.cash.data or 0,
            Method.CHIPS: self.chips.data or 0,
        }
        slips = {Method.CARD: self.card.data, Method.COMP: self.comp.data}
        cents |= {method: said for method, said in slips.items() if said is not None}
        return ShiftCount(cents, self.note.data or "")


class BuyForm(HouseForm):
    """What is sold after the entry."""

    what = SelectField("Sold", choices={what.value: what.value for what in EXTRAS})
    cents = CentsField("Received", [InputRequired("Give the amount.")])
    hand = IntegerField(
        "Hand at the player’s table", [Optional(), NumberRange(1, 10_000)]
    )
    method = SelectField("Paid by", choices=METHODS)

    def offering(self, sold: Sequence[Part]) -> "BuyForm":
        """The form with what the terms sell, and the price of the first."""
        self.what.choices = {
            part.what.value: f"{part.what.capitalize()}, {dollars(part.cents)}"
            for part in sold
        }
        if self.cents.data is None and sold:
            self.cents.data = sold[0].cents
        return self

    def command(self) -> Buy:
        """What was said."""
        tender = Tender(Method(self.method.data), config().cash_needs_shift)
        return Buy(
            PaidFor(self.what.data), self.cents.data or 0, self.hand.data, tender
        )


class CorrectForm(HouseForm):
    """What was wrong with a receipt."""

    method = SelectField("It was paid by", choices=METHODS)
    reason = StringField("Reason", [Needed(), Length(max=400)])

    @property
    def tender(self) -> Tender:
        """The method it was, under the settings of the house."""
        return Tender(Method(self.method.data), config().cash_needs_shift)
