"""The floor as it stands: each table with its supervisor and what it takes."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor.models import TableRow, TableStatus
from house.floor.moon import Place, places
from house.money import dollars
from house.people.models import StaffRow


@dataclass(frozen=True, slots=True)
class OnTheFloor:
    """One table of the strip: drawn, named, said in two short lines."""

    table: TableRow
    supervisor: str

    @property
    def is_open(self) -> bool:
        """Whether patrons may play."""
        return self.table.status is TableStatus.OPEN

    @property
    def mark(self) -> str:
        """How the strip shows the table: open, closed, or lacking a supervisor."""
        return "rest" if self.is_open else "free"

    @property
    def word(self) -> str:
        """The state in a word."""
        return "Open" if self.is_open else "Closed"

    @property
    def kind(self) -> str:
        """What is played, as short as it goes."""
        if self.table.low_limit:
            return "Low limit"
        return self.table.game.label.removesuffix(" Stud")

    @property
    def limits(self) -> str:
        """What may be wagered."""
        least, most = self.table.minimum_cents, self.table.maximum_cents
        return f"{dollars(least)}–{dollars(most)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the seats are drawn."""
        return places(self.table.seats)


def floor(session: Session) -> tuple[OnTheFloor, ...]:
    """Every table in the order of their numbers."""
    query = (
        select(TableRow, StaffRow.name)
        .join(StaffRow, col(StaffRow.id) == TableRow.supervisor_id, isouter=True)
        .order_by(col(TableRow.number))
    )
    return tuple(OnTheFloor(table, name or "") for table, name in session.exec(query))


def one(session: Session, table: TableRow) -> OnTheFloor:
    """One table as it stands."""
    who = session.get(StaffRow, table.supervisor_id) if table.supervisor_id else None
    return OnTheFloor(table, who.name if who else "")
