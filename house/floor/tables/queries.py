"""The floor as it stands: each table with its supervisor and what it takes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.floor.models import TableRow
from house.floor.signs.models import SignKind
from house.floor.tables.designation import holds, lent
from house.floor.tables.moon import Place, places
from house.floor.tables.standing import Standing, standing, standings
from house.money import dollars
from house.people.models import StaffRow

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class OnTheFloor:
    """One table of the strip at one instant: drawn, named, said in two short lines."""

    stands: Standing
    supervisor: str
    now: datetime

    @property
    def table(self) -> TableRow:
        """The table itself."""
        return self.stands.table

    @property
    def is_open(self) -> bool:
        """Whether patrons may play."""
        return self.stands.is_open(self.now)

    @property
    def kept(self) -> bool:
        """Whether the table is out of use, or kept for something by now."""
        return holds(self.table, self.now)

    @property
    def closing(self) -> bool:
        """Whether the table is about to close."""
        return self.is_open and self.stands.closing is not None

    @property
    def changing(self) -> bool:
        """Whether a change of limits waits."""
        return self.is_open and self.stands.waits(self.now) is not None

    @property
    def lacks_sign(self) -> bool:
        """Whether the table is open without the sign of its limits."""
        unsigned = self.stands.sign(SignKind.LIMITS) is None
        return self.is_open and unsigned and not self.kept

    @property
    def mark(self) -> str:
        """How the strip shows the table: open, about to change, closed, or stopped."""
        if not self.is_open:
            return "free"
        if lent(self.table):
            return "play"
        if self.lacks_sign:
            return "stop"
        return "note" if self.closing or self.changing else "rest"

    @property
    def word(self) -> str:
        """The state in a word."""
        if not self.is_open:
            return self.table.designation.label if self.kept else "Closed"
        if lent(self.table):
            return "In play"
        if self.lacks_sign:
            return "No sign"
        if self.closing:
            return "Closing"
        return "Changing" if self.changing else "Open"

    @property
    def kind(self) -> str:
        """What is played, as short as it goes."""
        if self.table.low_limit:
            return "Low limit"
        return self.table.game.label.removesuffix(" Stud")

    @property
    def limits(self) -> str:
        """What may be wagered at this instant."""
        figures = self.stands.in_force(self.now)
        return f"{dollars(figures.minimum)}–{dollars(figures.maximum)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the seats are drawn."""
        return places(self.table.seats)

    @property
    def due(self) -> datetime | None:
        """The next instant at which something happens here by itself."""
        waits = self.stands.due_change if self.changing else None
        closes = self.stands.due_closing if self.closing else None
        return min((due for due in (waits, closes) if due), default=None)

    @property
    def minutes(self) -> int | None:
        """How many whole minutes are left until then, begun ones counted."""
        return None if self.due is None else -((self.now - self.due) // MINUTE)

    @property
    def hands_left(self) -> int | None:
        """How many whole hands are still to be played before the table may close."""
        closing = self.stands.closing
        if not self.closing or closing is None or closing.hands_needed is None:
            return None
        return max(0, closing.hands_needed - closing.hands_played)

    @property
    def coming(self) -> tuple[str, str]:
        """What comes next at the table, in two short lines."""
        waits = self.stands.change
        if self.hands_left is not None:
            hands = "hand" if self.hands_left == 1 else "hands"
            return "Closes after", f"{self.hands_left} {hands}"
        if self.closing:
            return "Closes", self._soon
        if self.changing and waits is not None:
            return f"To {dollars(waits.minimum_cents)}", self._soon
        if lent(self.table):
            return self.kind, self.table.kept_for_name
        return self.kind, self.limits

    @property
    def _soon(self) -> str:
        return "its sign is down" if self.minutes is None else f"in {self.minutes} min"

    @property
    def signature(self) -> str:
        """What a page must show anew when it differs."""
        change, closing = self.stands.change, self.stands.closing
        parts = (
            self.table.version,
            self.word,
            self.limits,
            change and (change.pk, change.sign_id),
            closing and (closing.pk, closing.sign_id, closing.hands_played),
            closing and closing.hand_under_way,
            [marker.pk for marker in self.stands.kept_at(self.now)],
            [marker.pk for marker in self.stands.personal],
            [sign.pk for sign in self.stands.signs],
        )
        return str(parts)


def floor(session: Session, now: datetime) -> tuple[OnTheFloor, ...]:
    """Every table in the order of their numbers."""
    query = (
        select(TableRow, StaffRow.name)
        .join(StaffRow, col(StaffRow.id) == TableRow.supervisor_id, isouter=True)
        .order_by(col(TableRow.number))
    )
    found = session.exec(query).all()
    stand = standings(session, [table for table, _ in found])
    return tuple(OnTheFloor(stand[table.pk], name or "", now) for table, name in found)


def one(session: Session, table: TableRow, now: datetime) -> OnTheFloor:
    """One table as it stands."""
    who = session.get(StaffRow, table.supervisor_id) if table.supervisor_id else None
    return OnTheFloor(standing(session, table), who.name if who else "", now)
