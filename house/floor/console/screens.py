"""Screens that show a round to the room: what everybody at the table may see."""

import secrets
from collections.abc import Sequence

from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Refusal, Refused

SHOWN = HOUSE.at("CONSOLE-7")
ROOM = "round"


def give(session: Session, table: TableRow, act: Act) -> DisplayRow:
    """Give the table a screen for the room, at an address of its own."""
    row = DisplayRow(
        token=secrets.token_urlsafe(24),
        shows=ROOM,
        subject_id=table.pk,
        name=f"Table {table.number}, round",
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
    """The screens that show this table's rounds to the room."""
    query = select(DisplayRow).where(
        col(DisplayRow.shows) == ROOM,
        col(DisplayRow.subject_id) == table.pk,
        col(DisplayRow.withdrawn_at).is_(None),
    )
    return session.exec(query.order_by(col(DisplayRow.id))).all()


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
