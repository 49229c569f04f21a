"""The forms of seats: what the draw respects, its word, and who is moved."""

from typing import Any

from wtforms import SelectField, StringField
from wtforms.validators import Length

from house.forms import HouseForm, Needed
from house.typed import whole
from tournaments.rules.seat_repair import Place
from tournaments.seating.drawing import Fixing
from tournaments.seating.models import Condition, ConditionRow, MoveKind
from tournaments.seating.moves import Move

CONDITIONS = {
    Condition.APART.value: "Two entries sit at different tables",
    Condition.NEEDS_ACCESSIBLE.value: "An entry needs an accessible seat",
    Condition.ACCESSIBLE_SEAT.value: "A seat is accessible",
    Condition.LOCKED.value: "An entry sits at this seat",
}
BY_HAND = {
    MoveKind.WRONG_SEAT.value: "Sits at a wrong seat",
    MoveKind.LATE.value: "Comes late and plays in another session",
    MoveKind.ACCESSIBLE.value: "Needs an accessible seat",
    MoveKind.BY_HAND.value: "Another reason",
}
MOST = 1_000_000
# The fields that each condition names; the others are nought.
NAMES = {
    Condition.APART: {"entry", "other"},
    Condition.NEEDS_ACCESSIBLE: {"entry"},
    Condition.ACCESSIBLE_SEAT: {"table_number", "seat"},
    Condition.LOCKED: {"entry", "session", "table_number", "seat"},
}


def number(typed: str | None) -> int:
    """The number that was typed; nought where it is none."""
    return whole((typed or "").strip(), MOST) or 0


class FixForm(HouseForm):
    """What is said when the list is fixed."""

    kept = StringField("Places kept for late entries", [Length(max=6)])
    why = StringField("Why the list is fixed again", [Length(max=400)])

    def wanted(self) -> Fixing:
        """What was said; no number keeps no place."""
        return Fixing(number(self.kept.data), self.why.data or "")


class WordForm(HouseForm):
    """The word that is mixed into the draw."""

    word = StringField("A word spoken in the room", [Length(max=120)])


class ConditionForm(HouseForm):
    """Something the seats have to respect."""

    kind = SelectField("Condition", choices=CONDITIONS)
    entry = StringField("Entry", [Length(max=6)])
    other = StringField("Apart from entry", [Length(max=6)])
    session = StringField("Session", [Length(max=3)])
    table_number = StringField("Table", [Length(max=6)])
    seat = StringField("Seat", [Length(max=3)])
    why = StringField("Reason", [Length(max=400)])

    def row(self, *, holds: bool) -> ConditionRow:
        """The condition as it was typed, with nought for what it does not name."""
        kind = Condition(self.kind.data)
        typed: dict[str, Any] = {name: number(self[name].data) for name in NAMES[kind]}
        return ConditionRow(kind=kind, holds=holds, why=self.why.data or "", **typed)


class MoveForm(HouseForm):
    """Who is moved where, or changes seats with whom, and why."""

    entry = StringField("Entry", [Needed(), Length(max=6)])
    kind = SelectField("What happens", choices=BY_HAND)
    session = StringField("Session", [Length(max=3)])
    table_number = StringField("Table", [Length(max=6)])
    seat = StringField("Seat", [Length(max=3)])
    other = StringField("Or changes seats with entry", [Length(max=6)])
    why = StringField("Reason", [Needed(), Length(max=400)])

    def command(self) -> Move:
        """The move as it was typed; nought is no place at all."""
        typed = (self.session, self.table_number, self.seat)
        place = Place(*(number(field.data) for field in typed))
        entry, kind = number(self.entry.data), MoveKind(self.kind.data)
        return Move(entry, place, kind, self.why.data or "")
