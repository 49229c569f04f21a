"""Screens that show a round: the table's, for the room, and one to a seat."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Refusal, Refused

SHOWN = HOUSE.at("CONSOLE-7")
ROOM = "round"
SEAT = re.compile(r"round seat ([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Looker:
    """Whose eyes a screen has: a seat's, or the room's."""

    table: TableRow
    screen: DisplayRow
    seat: int | None


def give(
    session: Session, table: TableRow, seat: int | None, act: Act
) -> DisplayRow | Refused:
    """Give the table, or one of its seats, a screen at an address of its own."""
    if seat is not None and not 1 <= seat <= table.seats:
        right = f"Seats run from 1 to {table.seats}."
        refused = Refused((Refusal(SHOWN, f"There is no seat {seat}.", right, "seat"),))
        record(session, act, "give screen", table, refused)
        return refused
    where = "round" if seat is None else f"seat {seat}"
    row = DisplayRow(
        token=secrets.token_urlsafe(24),
        shows=ROOM if seat is None else f"round seat {seat}",
        subject_id=table.pk,
        name=f"Table {table.number}, {where}",
        made_at=act.now,
        made_by=act.by.name,
    )
    session.add(row)
    session.flush()
    # The address itself is a secret and stays off the record.
    after = {"screen": row.pk, "shows": row.shows}
    record(session, act, "give screen", table, rules=(SHOWN,), after=after)
    return row


def of(session: Session, table: TableRow) -> Sequence[DisplayRow]:
    """The screens that show this table's rounds."""
    query = select(DisplayRow).where(
        col(DisplayRow.shows).startswith(ROOM),
        col(DisplayRow.subject_id) == table.pk,
        col(DisplayRow.withdrawn_at).is_(None),
    )
    return session.exec(query.order_by(col(DisplayRow.shows))).all()


def withdraw(
    session: Session, table: TableRow, screen_id: int, act: Act
) -> DisplayRow | Refused:
    """Withdraw a screen's address: whoever asks for it finds nothing there."""
    row = next((row for row in of(session, table) if row.pk == screen_id), None)
    if row is None:
        wrong = f"Table {table.number} has no such screen."
        refused = Refused((Refusal(SHOWN, wrong, "It may be withdrawn already."),))
        record(session, act, "withdraw screen", table, refused)
        return refused
    row.withdrawn_at = act.now
    after = {"screen": row.pk}
    record(session, act, "withdraw screen", table, rules=(SHOWN,), after=after)
    return row


def find(session: Session, token: str) -> Looker | None:
    """Whose screen this address is, if it is one that shows rounds."""
    query = (
        select(DisplayRow, TableRow)
        .join(TableRow, col(TableRow.id) == DisplayRow.subject_id)
        .where(
            col(DisplayRow.token) == token,
            col(DisplayRow.shows).startswith(ROOM),
            col(DisplayRow.withdrawn_at).is_(None),
        )
    )
    found = session.exec(query).first()
    if found is None:
        return None
    screen, table = found
    own = SEAT.fullmatch(screen.shows)
    return Looker(table, screen, int(own[1]) if own else None)
