"""The forms of meters: terms, batches of wagers, claims, announced changes."""

import re
from collections.abc import Mapping
from typing import Any

from wtforms import (
    BooleanField,
    Field,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, NumberRange, Optional
from wtforms.widgets import HiddenInput, TextInput

from game.rulebooks.crown3_jackpots import OPTIONS
from game.rulebooks.mass_side_bets import PROGRESSIVES
from game.rulebooks.nsw3_jackpots import WINNING
from house.floor.meters.linking import TableChecked
from house.floor.meters.models import MILLION, MeterRow
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.terms import Terms, percent
from house.forms import CentsField, HouseForm, WholeField

RATE = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,4}))?\s*%?")
MUCH = NumberRange(0, 100_000_000_00, "That is more than any meter holds.")


class RateField(Field):
    """A per cent typed as “34.06”, kept in millionths."""

    widget = TextInput()
    data: int | None

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else percent(self.data).rstrip("%")

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the per cent, or say how to write one."""
        if not (valuelist and valuelist[0].strip()):
            return
        match = RATE.fullmatch(valuelist[0].strip())
        if match is None:
            raise ValueError("Write a per cent such as 20 or 34.06.")
        self.data = int(match[1]) * 10_000 + int((match[2] or "").ljust(4, "0"))


class TermsForm(HouseForm):
    """What a meter starts from, what feeds it and what it pays."""

    name = StringField("Name", [InputRequired("Give it a name."), Length(max=80)])
    price_cents = CentsField("Price of a wager, dollars", [Optional(), MUCH])
    option = SelectField(
        "Option", choices={name: name.replace("-", " ").title() for name in OPTIONS}
    )
    seed = SelectField(
        "Seed for each dollar of the price",
        choices={str(seed): f"{seed:,}" for seed in OPTIONS["option-1"].rates},
    )
    seed_cents = CentsField("Starts, and starts again, at, dollars", [Optional(), MUCH])
    rate = RateField("Share of each wager, per cent", [Optional()])
    pay_table = SelectField("Pay table", choices={name: name for name in PROGRESSIVES})
    approval = StringField("Approval reference", [Optional(), Length(max=120)])
    sharing = StringField("Approved way of sharing", [Optional(), Length(max=120)])
    multi_game = BooleanField("Games of different titles feed it")
    says_folded = BooleanField("A sign says that folded hands may still qualify")
    version = WholeField("Version", [Optional()], widget=HiddenInput(), default=0)

    def __init__(self, code: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code = code
        needs = SYSTEMS[code].asks
        for field in ("option", "seed", "seed_cents", "rate", "pay_table"):
            if field not in needs:
                del self[field]
        for field, need in (("multi_game", "multi_game"), ("says_folded", "folded")):
            if need not in needs:
                del self[field]
        for field in ("approval", "sharing"):
            if field not in needs:
                del self[field]

    @classmethod
    def of(cls, meter: MeterRow) -> "TermsForm":
        """The form filled with what the meter is now."""
        price = meter.price_cents or 1
        return cls(
            meter.rulebook,
            data={
                "name": meter.name,
                "price_cents": meter.price_cents,
                "option": meter.option,
                "seed": str(meter.reseed_cents // price),
                "seed_cents": meter.reseed_cents,
                "rate": meter.rate_millionths,
                "pay_table": meter.pay_table,
                "approval": meter.approval,
                "sharing": meter.sharing,
                "multi_game": meter.multi_game,
                "says_folded": meter.says_folded,
                "version": meter.version,
            },
        )

    def given(self, name: str, default: Any) -> Any:
        """What was typed into a field that this document has."""
        return (self[name].data if name in self else None) or default

    def terms(self, amounts: Mapping[str, int]) -> Terms:
        """What was typed, with the amounts on the sign."""
        price = self.price_cents.data or 0
        rate, reseed = self.given("rate", 0), self.given("seed_cents", 0)
        pay_table = self.given("pay_table", SYSTEMS[self.code].pay_table)
        if SYSTEMS[self.code].options:
            option = SYSTEMS[self.code].options[self.option.data]
            seed = int(self.seed.data)
            rate, reseed = int(option.rates[seed] * MILLION), seed * price
            pay_table = option.pays.name
        return Terms(
            self.code,
            price_cents=price,
            reseed_cents=reseed,
            rate_millionths=rate,
            option=self.given("option", ""),
            pay_table=pay_table,
            approval=self.given("approval", ""),
            sharing=self.given("sharing", "").strip(),
            sign_cents=_part(amounts, "sign"),
            bonus_cents=_part(amounts, "bonus"),
            says_folded=bool(self.given("says_folded", 0)),
            multi_game=bool(self.given("multi_game", 0)),
        )


def _part(amounts: Mapping[str, int], part: str) -> dict[str, int]:
    start = f"{part}_"
    return {
        name.removeprefix(start): cents
        for name, cents in amounts.items()
        if name.startswith(start) and cents
    }


class AmountsForm(HouseForm):
    """The jackpot figures on the sign of New South Wales, all five and the bonus."""

    sign_royal_flush = CentsField("Royal flush, at least", [Optional(), MUCH])
    sign_straight_flush = CentsField("Straight flush, at least", [Optional(), MUCH])
    sign_four_of_a_kind = CentsField("Four of a kind", [Optional(), MUCH])
    sign_full_house = CentsField("Full house", [Optional(), MUCH])
    sign_flush = CentsField("Flush", [Optional(), MUCH])
    bonus_royal_flush = CentsField("Bonus beside a royal flush", [Optional(), MUCH])
    bonus_straight_flush = CentsField(
        "Bonus beside a straight flush", [Optional(), MUCH]
    )

    @classmethod
    def of(cls, meter: MeterRow) -> "AmountsForm":
        """The figures as they are now."""
        signed = {f"sign_{hand}": cents for hand, cents in meter.sign_cents.items()}
        bonus = {f"bonus_{hand}": cents for hand, cents in meter.bonus_cents.items()}
        return cls(data=signed | bonus)

    def amounts(self) -> dict[str, int]:
        """What was typed, by the name of the field."""
        return {name: field.data for name, field in self._fields.items() if field.data}


SIGNED = tuple(f"sign_{hand}" for hand in WINNING.value)
TABLE = [InputRequired("Choose a table.")]


class LookForm(HouseForm):
    """What somebody saw at a table before its meter opens."""

    shown = CentsField("Its display shows", [Optional(), MUCH])
    has_spots = BooleanField("Places for jackpot wagers are fitted")

    def looked(self) -> TableChecked:
        """What was seen."""
        return TableChecked(self.shown.data, has_spots=bool(self.has_spots.data))


class BatchForm(HouseForm):
    """Jackpot wagers of settled rounds at one table."""

    table = SelectField("Table", TABLE, coerce=int)
    wagers = WholeField(
        "Wagers", [InputRequired("Say how many."), NumberRange(-99_999, 99_999)]
    )
    round = StringField("Round", [Optional(), Length(max=40)])


class ReasonForm(HouseForm):
    """A written reason or finding."""

    reason = TextAreaField(
        "Reason", [InputRequired("Write down why."), Length(max=400)]
    )


class CorrectionForm(ReasonForm):
    """What is corrected: wagers that are cancelled, or money."""

    what = SelectField(
        "What is corrected",
        choices={
            "cancel": "Cancel wagers",
            "add": "Add dollars",
            "take": "Take dollars",
        },
    )
    amount = CentsField("How many, or how much", [InputRequired("Give a number.")])


class DisplayForm(HouseForm):
    """What a display at a table shows."""

    shown_cents = CentsField("The display shows, dollars", [InputRequired("Read it.")])


class EquipmentForm(HouseForm):
    """How the equipment of a linked table does."""

    display_works = BooleanField("The display works")
    recorder_works = BooleanField("Amounts and times are recorded")
    manual_cover = StringField("Covered by hand", [Optional(), Length(max=200)])


class ChangeForm(HouseForm):
    """What is announced about an open meter."""

    kind = SelectField(
        "What will happen",
        choices={
            "join": "A table joins",
            "leave": "A table leaves",
            "transfer": "A table moves to another meter",
            "close": "The meter closes",
            "option": "The option changes",
        },
    )
    table = WholeField("Table", [Optional()])
    to = WholeField("Meter that receives", [Optional()])
    part_cents = CentsField("Dollars", [Optional(), MUCH])
    part_meter = StringField("Its meter", [Optional(), Length(max=60)])
    part_game = StringField("Its game", [Optional(), Length(max=40)])
    option = SelectField(
        "Option", choices={name: name.replace("-", " ").title() for name in OPTIONS}
    )
    seed = SelectField(
        "Seed", choices={str(s): f"{s:,}" for s in OPTIONS["option-1"].rates}
    )

    def details(self) -> dict[str, Any]:
        """What else the change says."""
        if self.kind.data == "option":
            return {"option": self.option.data, "seed": int(self.seed.data)}
        if self.kind.data == "close" and self.part_cents.data:
            part = {
                "meter": self.part_meter.data or "",
                "game": self.part_game.data or "",
                "cents": self.part_cents.data,
            }
            return {"parts": [part]}
        return {}
