"""The forms of tables, as a director fills them in."""

from wtforms import BooleanField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, NumberRange, Optional
from wtforms.widgets import HiddenInput

from game.rulebooks.devices import Method
from game.rulebooks.notices import WITHDRAWN
from house.floor.models import Device, Game, TableRow
from house.floor.tables.rules import Layout, layout_of
from house.forms import CentsField, HouseForm, WholeField
from rulebook import DOCUMENTS

GAMES = [
    *(SelectChoice(game.value, game.label) for game in Game),
    *(
        SelectChoice(
            game,
            f"{game.replace('_', ' ').title()} (withdrawn)",
            {"disabled": True},
        )
        for game in WITHDRAWN
    ),
]
DEVICES = {device.value: device.label for device in Device}
METHODS = {
    "": "As usual there",
    Method.MANUAL.value: "By hand",
    Method.MACHINE.value: "Automatic shuffler",
    Method.CONTINUOUS.value: "Continuous shuffler",
}
BACKS = {
    "": "As usual there",
    "red": "One red deck",
    "blue": "One blue deck",
    "red blue": "Red and blue in turn",
    "black green": "Black and green in turn",
}
FEW = NumberRange(0, 9999, "Give a number of at most four digits.")
MUCH = NumberRange(0, 1_000_000_000_00, "That is more than any table takes.")
AMOUNT = [InputRequired("Give an amount."), MUCH]


class TableForm(HouseForm):
    """What a table is, what is played there and what it takes."""

    number = WholeField("Number", [InputRequired("Give a number."), FEW])
    # What the rules refuse is refused by them, with the rule, not by the list.
    game = SelectField("Game", choices=GAMES, validate_choice=False)
    rulebook = SelectField(
        "Under",
        choices={source.code: f"{source.code}: {source.short}" for source in DOCUMENTS},
        validate_choice=False,
    )
    seats = WholeField("Places", [InputRequired("Say how many."), FEW])
    device = SelectField("Deals from", choices=DEVICES)
    minimum_cents = CentsField("Minimum, dollars", AMOUNT)
    maximum_cents = CentsField("Maximum, dollars", AMOUNT)
    unit_cents = CentsField("In steps of, dollars", AMOUNT)
    method = SelectField("Shuffled", choices=METHODS, default="")
    backs = SelectField("Decks", choices=BACKS, default="", validate_choice=False)
    machine_counts = BooleanField("The shuffler counts its cards")
    device_off = BooleanField("What it deals from is off the table")
    device_approval = StringField("Approval of an automated shoe", [Length(max=80)])
    low_limit = BooleanField("Low-limit table")
    cashless = BooleanField("Cashless table")
    version = WholeField("Version", [Optional()], widget=HiddenInput(), default=0)

    @classmethod
    def of(cls, table: TableRow) -> "TableForm":
        """The form filled with what the table is now."""
        return cls(data=layout_of(table).plain() | {"version": table.version})

    def layout(self) -> Layout:
        """What was typed."""
        return Layout(
            number=self.number.data,
            game=(self.game.data or "")[:64],
            rulebook=(self.rulebook.data or "")[:16],
            seats=self.seats.data,
            device=Device(self.device.data),
            minimum_cents=self.minimum_cents.data or 0,
            maximum_cents=self.maximum_cents.data or 0,
            unit_cents=self.unit_cents.data or 0,
            low_limit=self.low_limit.data,
            cashless=self.cashless.data,
            method=self.method.data or "",
            backs=(self.backs.data or "")[:40],
            machine_counts=self.machine_counts.data,
            device_off=self.device_off.data,
            device_approval=self.device_approval.data or "",
        )
