"""Directions that hold at a table now, for those who sit there and for the room."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import AnySeat
from house.floor.rulings import upheld
from house.floor.rulings.models import Direction, DirectionRow, RulingRow

AT_A_TABLE = (Direction.FIRST, Direction.APART, Direction.ENGLISH)


@dataclass(frozen=True, slots=True)
class Directed:
    """A direction as a table shows it: what is to be done, and whom it concerns."""

    direction: Direction
    says: str
    rule_id: str
    seats: tuple[int, ...]
    ruling_id: int

    @property
    def is_for_all(self) -> bool:
        """Whether the whole table must know, not only staff and whom it concerns."""
        return self.direction is Direction.ENGLISH


# Every look at a console asks this: it is put together once.
_GIVEN = (
    select(DirectionRow, RulingRow)
    .join(RulingRow, col(RulingRow.id) == DirectionRow.ruling_id)
    .where(
        col(RulingRow.table_id) == bindparam("table"),
        col(DirectionRow.direction).in_(AT_A_TABLE),
        col(DirectionRow.at) >= bindparam("first"),
        ~upheld.taken_back(col(RulingRow.id)),
    )
    .order_by(col(DirectionRow.id))
)


def holding(
    session: Session, table: TableRow, sitting: Mapping[int, AnySeat] | None = None
) -> tuple[Directed, ...]:
    """The directions given at a table while anybody they concern still sits there."""
    seats = books.seats(session, books.REAL, table) if sitting is None else sitting
    first = min((sits.at for sits in seats.values()), default=None)
    if first is None:
        return ()
    found: dict[tuple[int, Direction], list[int]] = {}
    rules: dict[tuple[int, Direction], str] = {}
    asked = {"table": table.pk, "first": first}
    for row, ruling in session.exec(_GIVEN, params=asked):
        which = (ruling.pk, row.direction)
        found.setdefault(which, []).extend(_seats_of(row, seats))
        rules[which] = row.rule_id
    return tuple(
        Directed(direction, _said(direction, at), rules[ruling, direction], at, ruling)
        for (ruling, direction), there in found.items()
        if (at := tuple(sorted(there)))
    )


def _seats_of(row: DirectionRow, seats: Mapping[int, AnySeat]) -> list[int]:
    """Where the person directed still sits, as the one they were then."""
    return [
        seat
        for seat, sits in seats.items()
        if sits.at <= row.at
        and (sits.player == row.player or sits.patron_id == (row.patron_id or -1))
    ]


def _said(direction: Direction, seats: tuple[int, ...]) -> str:
    who = f"{'Seat' if len(seats) == 1 else 'Seats'} {', '.join(map(str, seats))}"
    match direction:
        case Direction.ENGLISH:
            return "English only at this table."
        case Direction.FIRST:
            return f"{who} to act first, before others lift their cards."
        case _:
            return f"{who}: no longer together at one table."
