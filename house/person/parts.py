"""What each room has on a person, and which rule keeps it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from rulebook import Cite, Refusal

WITHOUT_END = "without end"


@dataclass(frozen=True, slots=True)
class Keeps:
    """Why something stays when its person is erased."""

    cite: Cite
    why: str
    until: str = WITHOUT_END


Find = Callable[[Session, Sequence[int]], Sequence[SQLModel]]
Open = Callable[[Session, Sequence[int]], Iterator[Refusal]]


@dataclass(frozen=True, slots=True)
class Room:
    """Rows of one table that a room has on people."""

    title: str
    model: type[SQLModel]
    find: Find
    keeps: Keeps | None = None  # none: they are erased


@dataclass(frozen=True, slots=True)
class Part:
    """What one room has on one person."""

    room: Room
    rows: Sequence[SQLModel]

    def plain(self) -> list[dict[str, Any]]:
        """The rows in values that can be written down, without what is secret."""
        return [row.model_dump(mode="json", exclude=SECRET) for row in self.rows]


SECRET = {"salt", "search_name", "hash", "previous"}
ROOMS: list[Room] = []
OPEN: list[Open] = []


def has(room: Room) -> None:
    """Let a room say what it has on people."""
    ROOMS.append(room)


def holds_up(still: Open) -> Open:
    """Let a room name what is open with a person, and keeps them from being erased."""
    OPEN.append(still)
    return still


def by(model: type[SQLModel], column: str = "patron_id") -> Find:
    """The rows of a table that name a patron in this column, in their order."""

    def find(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
        mine = select(model).where(col(getattr(model, column)).in_(ids))
        return session.exec(mine.order_by(col(getattr(model, "id")))).all()  # noqa: B009

    return find


def same_person(session: Session, patron: PatronRow) -> tuple[PatronRow, ...]:
    """Every row of one person, the one that stands for them first."""
    found = [queries.survivor(session, patron)]
    for row in found:  # the list grows while it is walked
        merged = select(PatronRow).where(PatronRow.merged_into_id == row.pk)
        found += session.exec(merged.order_by(col(PatronRow.id)))
    return tuple(found)


def parts_of(session: Session, people: Sequence[PatronRow]) -> tuple[Part, ...]:
    """Everything the house has on a person, room by room."""
    ids = [row.pk for row in people]
    return tuple(Part(room, room.find(session, ids)) for room in ROOMS)


def still_open(session: Session, people: Sequence[PatronRow]) -> tuple[Refusal, ...]:
    """Everything that is open with a person."""
    ids = [row.pk for row in people]
    return tuple(refusal for still in OPEN for refusal in still(session, ids))
