"""The forms of gaming limits: what may be lost, what may be paid in, the duties."""

from wtforms import BooleanField, SelectField
from wtforms.validators import InputRequired, Optional

from game.loss_limits import Duty, Funds
from house.forms import CentsField, HouseForm, WholeField
from house.payments.loss_limits import LimitRequest


def _said(duty: Duty) -> str:
    return f"{duty.value[:1].upper()}{duty.value[1:]}"


class LimitForm(HouseForm):
    """What a patron asks for, and what they undertake."""

    limit_cents = CentsField("Most they will lose", [InputRequired("Give an amount.")])
    period_days = WholeField(
        "Days in a period", [InputRequired("Say for how many days at a time.")]
    )
    purchases = BooleanField(_said(Duty.PURCHASES))
    chips_in = BooleanField(_said(Duty.CHIPS_IN))
    chips_out = BooleanField(_said(Duty.CHIPS_OUT))
    directions = BooleanField(_said(Duty.DIRECTIONS))

    def wanted(self) -> LimitRequest:
        """What was typed and ticked."""
        ticked = {
            Duty.PURCHASES: self.purchases.data,
            Duty.CHIPS_IN: self.chips_in.data,
            Duty.CHIPS_OUT: self.chips_out.data,
            Duty.DIRECTIONS: self.directions.data,
        }
        return LimitRequest(
            self.limit_cents.data or 0,
            self.period_days.data or 0,
            frozenset(duty for duty, yes in ticked.items() if yes),
        )


class DepositLimitForm(HouseForm):
    """What a patron lets themselves pay in from outside in a day."""

    deposit_cents = CentsField("Most they will pay in a day", [Optional()])


class DepositForm(HouseForm):
    """Money paid in, and where it came from."""

    funds = SelectField("From", choices={f.value: f.capitalize() for f in Funds})
    cents = CentsField("Paid in", [InputRequired("Give an amount.")])
