"""The forms of the prize store."""

from collections.abc import Sequence

from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import Length

from house.forms import CentsField, HouseForm, Needed
from promotions.rules import store as rules
from promotions.rules.store import Count
from promotions.store.stock import Bought


class BoughtForm(HouseForm):
    """Things that were bought for one prize."""

    prize = SelectField("Prize", choices=[])
    things = TextAreaField(
        "What each bears, one a line", [Needed(), Length(max=40_000)]
    )
    cost = CentsField("Cost of each", [Needed()])
    note = StringField("From whom", [Needed(), Length(max=200)])

    def offer(self, counts: Sequence[Count]) -> None:
        """Which prizes of the terms are things."""
        things = [each for each in counts if not each.is_money]
        self.prize.choices = [(str(each.number), each.prize.title) for each in things]

    def bought(self) -> Bought:
        """What was typed."""
        things, cost = rules.listed(self.things.data or ""), self.cost.data or 0
        return Bought(int(self.prize.data), things, cost, self.note.data or "")


class OutForm(HouseForm):
    """Why a thing leaves the store."""

    thing = SelectField("Thing", choices=[])
    why = StringField("Why", [Needed(), Length(max=200)])

    def offer(self, things: Sequence[str]) -> None:
        """What is in the store."""
        self.thing.choices = [(thing, thing) for thing in things]
