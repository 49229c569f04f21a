"""The forms of play: why a session waits, who bets first, what was counted."""

from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import Length

from house.forms import HouseForm
from house.typed import whole
from rulebook import Refusal, Refused
from tournaments.play import counting
from tournaments.play.closing import Closing, Early
from tournaments.play.keying import Stacks
from tournaments.play.models import Moved
from tournaments.play.moving_chips import Moving
from tournaments.play.starts import NewStart
from tournaments.rules.chips_moved import MOVED
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.keyed_stacks import KEYED as STACKS_KEYED
from tournaments.rules.session_plan import Keyed
from tournaments.rules.table_count import LARGEST, TWO_PEOPLE, Counted
from tournaments.rules.tokens import Pieces, pieces_worth

GROUNDS = {
    "": "Every hand is played, or the time is over",
    EarlyGround.DECIDED.value: "It is settled who goes on",
    EarlyGround.CASHED.value: "Chips are cashed and all at the table agree",
}


WHAT_IS_KEYED = {
    Keyed.CARDS.value: "Every hand at the console",
    Keyed.HANDS.value: "The stacks after each hand",
    Keyed.COUNTS.value: "The stacks at counts",
}
AT_THE_TRAY = {
    Moved.FILL.value: "Fill the tray",
    Moved.TAKEN_OUT.value: "Take chips out of the tray",
    Moved.COLOUR_UP.value: "Colour up",
}


class PauseForm(HouseForm):
    """Why a session waits."""

    reason = StringField("Reason", [Length(max=400)])


class StartForm(HouseForm):
    """What is keyed at the tables of a session that starts."""

    keyed = SelectField("What is keyed", choices=WHAT_IS_KEYED, default=Keyed.CARDS)


class MoveStartForm(HouseForm):
    """When a session starts instead, why, and that the players are told."""

    starts = StringField("New start", [Length(max=32)])
    reason = StringField("Reason", [Length(max=400)])
    told = BooleanField("The players are told")

    def wanted(self, zone: ZoneInfo) -> NewStart:
        """The command as it was typed, on the wall clock of the venue."""
        try:
            typed = datetime.fromisoformat(self.starts.data or "")
        except ValueError:
            return NewStart(None, self.reason.data or "", bool(self.told.data))
        starts = typed if typed.tzinfo else typed.replace(tzinfo=zone)
        at = starts.astimezone(UTC)
        return NewStart(at, self.reason.data or "", bool(self.told.data))


class MarkerForm(HouseForm):
    """Who bets first in the next hand, and why the marker is moved."""

    seat = StringField("Seat", [Length(max=2)])
    reason = StringField("Reason", [Length(max=400)])

    @property
    def number(self) -> int:
        """The seat that was typed; nought where it is none."""
        return whole(self.seat.data or "", 99) or 0


class ChipsForm(HouseForm):
    """Chips that come to the tray of a table, leave it, or are exchanged."""

    kind = SelectField("What is done", choices=AT_THE_TRAY)
    chips = StringField("Worth, in chips", [Length(max=12)])
    reason = StringField("Reason", [Length(max=400)])

    def wanted(self, pieces: Pieces) -> Moving:
        """The command as it was typed: by piece, or what the chips are worth."""
        kind = Moved(self.kind.data)
        sign = -1 if kind is Moved.TAKEN_OUT else 1
        typed = amount(self.chips.data)
        worth = pieces_worth(pieces) if typed is None else sign * typed
        worth = 0 if kind is Moved.COLOUR_UP else worth
        return Moving(kind, worth, None, pieces, self.reason.data or "")


class StackForm(HouseForm):
    """A stack that is put right."""

    entry = StringField("Entry", [Length(max=12)])
    right_by = StringField("By how many chips", [Length(max=12)])
    less = BooleanField("The stack has too much")
    why = StringField("Reason", [Length(max=400)])
    sure = BooleanField("I have read what it changes")

    def wanted(self) -> Moving:
        """The command as it was typed; nobody's stack is nobody's."""
        worth = amount(self.right_by.data) or 0
        entry = whole(self.entry.data or "", LARGEST) or 0
        why = self.why.data or ""
        chips = -worth if self.less.data else worth
        return Moving(Moved.CORRECTION, chips, entry, reason=why)


def moved(
    form: "MultiDict[str, str]", denominations: tuple[int, ...]
) -> Pieces | Refused:
    """The pieces that come and those that go, as they were typed."""
    come, go = (_lay(form, way, denominations) for way in ("come", "go"))
    if come is None or go is None:
        wrong = "A number of pieces is no whole number."
        return Refused((Refusal(MOVED, wrong, "Key whole numbers.", "pieces"),))
    every = {d: come[d] - go[d] for d in denominations}
    return {denomination: n for denomination, n in every.items() if n}


class CloseForm(HouseForm):
    """What whoever closes a table says."""

    ground = SelectField("Why the table ends", choices=GROUNDS, default="")
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


class StacksForm(HouseForm):
    """After how many hands stacks are keyed, and why where they are put right."""

    hands = StringField("Hands since the last count", [Length(max=3)], default="1")
    reason = StringField("Reason", [Length(max=400)])


def stacks(form: "MultiDict[str, str]", entries: Iterable[int]) -> Stacks | Refused:
    """The stacks as they were typed, all of them, after so many hands."""
    found = {entry: amount(form.get(f"stack-{entry}")) for entry in entries}
    hands = whole(form.get("hands", "1").strip(), 999)
    if hands is None or any(typed is None for typed in found.values()):
        wrong = "A stack is missing or is no whole number."
        right = "Key every stack, 0 for none."
        return Refused((Refusal(STACKS_KEYED, wrong, right, "stack"),))
    every = {entry: typed or 0 for entry, typed in found.items()}
    return Stacks(every, hands, form.get("reason", "")[:400])


def amount(typed: str | None) -> int | None:
    """Chips as people type them, with or without commas."""
    return whole((typed or "").strip().replace(",", ""), LARGEST)


def counted(
    form: "MultiDict[str, str]", entries: Iterable[int], denominations: Iterable[int]
) -> counting.Keyed | Refused:
    """The tray and the stacks as they were typed, all of them, by piece or as sums."""
    places = ("rack", *(f"stack-{entry}" for entry in entries))
    lay: dict[str, Pieces | None] = {}
    if "by-piece" in form:
        lay = {at: _lay(form, at, tuple(denominations)) for at in places}
        sums = {at: None if p is None else pieces_worth(p) for at, p in lay.items()}
    else:
        sums = {at: amount(form.get(at)) for at in places}
    if any(typed is None for typed in sums.values()):
        wrong = "A count is missing or is no whole number."
        right = "Count the tray and every stack, 0 for none."
        return Refused((Refusal(TWO_PEOPLE, wrong, right, "rack"),))
    tray, *stacks = (typed or 0 for typed in sums.values())
    found = Counted(tray, dict(zip(entries, stacks, strict=True)))
    pieces = {_place(at): p or {} for at, p in lay.items()} if lay else None
    return counting.Keyed(found, pieces)


def _lay(
    form: "MultiDict[str, str]", at: str, denominations: tuple[int, ...]
) -> Pieces | None:
    """How many of each lie in a place; a field left empty is none."""
    typed = {d: form.get(f"{at}-{d}", "").strip() or "0" for d in denominations}
    found = {d: amount(text) for d, text in typed.items()}
    if any(n is None for n in found.values()):
        return None
    return {d: n or 0 for d, n in found.items()}


def _place(at: str) -> str:
    """The tray, or the entry whose stack it is."""
    return "tray" if at == "rack" else at.removeprefix("stack-")
