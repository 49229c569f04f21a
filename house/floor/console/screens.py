"""Screens that show a round to the room: what everybody at the table may see."""

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.signs.displays import Displays
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE

SHOWN = HOUSE.at("CONSOLE-7")
ROOM = "round"


def of(table: TableRow) -> Displays:
    """The screens that show this table's rounds to the room."""
    return Displays(ROOM, table, SHOWN)


def give(session: Session, table: TableRow, act: Act) -> DisplayRow:
    """Give the table a screen for the room."""
    return of(table).give(session, f"Table {table.number}, round", act, shows=ROOM)


def find(session: Session, token: str) -> tuple[DisplayRow, TableRow] | None:
    """The screen behind an address and its table, if it is one that shows rounds."""
    query = (
        select(DisplayRow, TableRow)
        .join(TableRow, col(TableRow.id) == DisplayRow.subject_id)
        .where(
            col(DisplayRow.token) == token,
            col(DisplayRow.shows) == ROOM,
            col(DisplayRow.withdrawn_at).is_(None),
        )
    )
    return session.exec(query).first()
