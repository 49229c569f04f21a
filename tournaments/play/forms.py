"""The forms of play: why a session waits, who bets first, what was counted."""

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import Length

from house.forms import HouseForm
from house.typed import whole
from rulebook import Refusal, Refused
from tournaments.play.closing import Closing, Early
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.table_count import LARGEST, TWO_PEOPLE, Counted

GROUNDS = {
    "": "Every hand is played, or the time is over",
    EarlyGround.DECIDED.value: "It is settled who goes on",
    EarlyGround.CASHED.value: "Chips are cashed and all at the table agree",
}


class PauseForm(HouseForm):
    """Why a session waits."""

    reason = StringField("Reason", [Length(max=400)])


class MarkerForm(HouseForm):
    """Who bets first in the next hand, and why the marker is moved."""

    seat = StringField("Seat", [Length(max=2)])
    reason = StringField("Reason", [Length(max=400)])

    @property
    def number(self) -> int:
        """The seat that was typed; nought where it is none."""
        return whole(self.seat.data or "", 99) or 0


class FillForm(HouseForm):
    """Chips that come to the tray."""

    chips = StringField("Worth, in chips", [Length(max=12)])

    @property
    def worth(self) -> int:
        """What was typed; nought where it is no number."""
        return amount(self.chips.data) or 0


class CloseForm(HouseForm):
    """What whoever closes a table says."""

    ground = SelectField("Why the table ends", choices=GROUNDS)
    decided = BooleanField("I find it settled who goes on from this table")
    agreed = StringField("Players who agree", [Length(max=2)])
    cards = StringField("Cards counted", [Length(max=4)])
    ruling = StringField("Ruling on what the count is off by", [Length(max=400)])

    def said(self) -> Closing:
        """The command as it was typed."""
        ground = EarlyGround(self.ground.data) if self.ground.data else None
        agreed = whole(self.agreed.data or "", 99) or 0
        early = Early(ground, bool(self.decided.data), agreed)
        return Closing(whole(self.cards.data or "", 999), self.ruling.data or "", early)


def amount(typed: str | None) -> int | None:
    """Chips as people type them, with or without commas."""
    return whole((typed or "").strip().replace(",", ""), LARGEST)


def counted(form: "MultiDict[str, str]", entries: Iterable[int]) -> Counted | Refused:
    """The tray and the stacks as they were typed, all of them."""
    tray = amount(form.get("rack"))
    stacks = {entry: amount(form.get(f"stack-{entry}")) for entry in entries}
    blank = [name for name, typed in (("tray", tray), *stacks.items()) if typed is None]
    if blank or tray is None:
        wrong = "A count is missing or is no whole number."
        right = "Count the tray and every stack, 0 for none."
        return Refused((Refusal(TWO_PEOPLE, wrong, right, "rack"),))
    return Counted(tray, {entry: typed or 0 for entry, typed in stacks.items()})
