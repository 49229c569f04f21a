"""Looking up who sits at a table with which card, limit and chips."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from game.loss_limits import Declarations
from house.floor.at_table.chips import declared_by, has_told
from house.floor.at_table.models import DeclaredRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import SeatRow
from house.payments.loss_limits import Standing, standing
from house.people.patrons.models import PatronRow


@dataclass(frozen=True, slots=True)
class AtSeat:
    """Somebody at a seat: their card, their limit now, and their chips."""

    sits: SeatRow
    patron: PatronRow | None
    limit: Standing | None
    chips: Declarations
    told: bool

    @property
    def room_cents(self) -> int | None:
        """What may still be staked, where a limit holds."""
        if self.limit is None:
            return None
        return max(0, self.limit.limit.remaining.value - self.limit.at_risk)


def at_seats(session: Session, table: TableRow, now: datetime) -> Sequence[AtSeat]:
    """Everybody who sits at a table."""
    seats = books.seats(session, books.REAL, table).values()
    return [_at_seat(session, sits, now) for sits in seats if isinstance(sits, SeatRow)]


def _at_seat(session: Session, sits: SeatRow, now: datetime) -> AtSeat:
    patron = session.get(PatronRow, sits.patron_id) if sits.patron_id else None
    limit = standing(session, patron, now) if patron else None
    chips = declared_by(session, sits.pk)
    return AtSeat(sits, patron, limit, chips, has_told(session, sits.pk))


def declarations(session: Session, table: TableRow) -> Sequence[DeclaredRow]:
    """The latest declarations at a table."""
    mine = select(DeclaredRow).where(col(DeclaredRow.table_id) == table.pk)
    return session.exec(mine.order_by(col(DeclaredRow.id).desc()).limit(20)).all()
