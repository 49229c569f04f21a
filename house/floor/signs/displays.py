"""Screens of the house: an address that nobody can guess, until it is withdrawn."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Refusal, Refused

SCREEN = HOUSE.at("SIGNS-10")
TABLE = "table"
SEEN_EVERY = timedelta(minutes=1)


def give(session: Session, table: TableRow, act: Act) -> DisplayRow:
    """Give a table's sign a screen: a new address for it."""
    row = DisplayRow(
        token=secrets.token_urlsafe(24),
        shows=TABLE,
        subject_id=table.pk,
        name=f"Table {table.number}, limits",
        made_at=act.now,
        made_by=act.by.name,
    )
    session.add(row)
    session.flush()
    # The address itself is a secret and stays off the record.
    record(
        session, act, "give screen", table, rules=(SCREEN,), after={"screen": row.pk}
    )
    return row


def withdraw(
    session: Session, table: TableRow, screen_id: int, act: Act
) -> DisplayRow | Refused:
    """Withdraw an address: whoever asks for it finds nothing there."""
    row = next((row for row in screens(session, table) if row.pk == screen_id), None)
    if row is None:
        wrong = f"Table {table.number} has no such screen."
        refused = Refused((Refusal(SCREEN, wrong, "It may be withdrawn already."),))
        record(session, act, "withdraw screen", table, refused)
        return refused
    row.withdrawn_at = act.now
    after = {"screen": row.pk}
    record(session, act, "withdraw screen", table, rules=(SCREEN,), after=after)
    return row


def screens(session: Session, table: TableRow) -> Sequence[DisplayRow]:
    """The screens of a table that are in use."""
    query = select(DisplayRow).where(
        col(DisplayRow.shows) == TABLE,
        col(DisplayRow.subject_id) == table.pk,
        col(DisplayRow.withdrawn_at).is_(None),
    )
    return session.exec(query.order_by(col(DisplayRow.id))).all()


def seen_lately(screen: DisplayRow, now: datetime) -> bool:
    """Whether it is noted already that the screen asked: once a minute is enough."""
    return screen.seen_at is not None and now - screen.seen_at < SEEN_EVERY


def note(session: Session, screen: DisplayRow, now: datetime) -> None:
    """Note that a screen asked."""
    session.get_one(DisplayRow, screen.pk).seen_at = now
