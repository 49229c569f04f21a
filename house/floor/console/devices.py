"""Which tablets have a table's console open, so that two hands know of each other."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.db import Database
from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Cited

CONSOLE = "console"
DEVICE = re.compile(r"[A-Za-z0-9-]{16,40}")
NOTE_EVERY = timedelta(seconds=15)
GONE_AFTER = Cited(timedelta(seconds=40), HOUSE.at("CONSOLE-6"))


def looked(db: Database, table: TableRow, device: str, who: str, now: datetime) -> None:
    """Note that a device has the console open, a few times a minute."""
    if not DEVICE.fullmatch(device):
        return
    token = f"{table.number}-{device}"
    with db.reading() as session:
        row = session.exec(select(DisplayRow).where(DisplayRow.token == token)).first()
        if row is not None and _noted(row, who, now):
            return
    try:
        with db.writing() as session:
            _note(session, table, token, who, now)
    except IntegrityError:
        return  # the same tablet asked twice at once


def _noted(row: DisplayRow, who: str, now: datetime) -> bool:
    recent = row.seen_at is not None and now - row.seen_at < NOTE_EVERY
    return recent and row.made_by == who


def _note(
    session: Session, table: TableRow, token: str, who: str, now: datetime
) -> None:
    mine = select(DisplayRow).where(DisplayRow.token == token)
    row = session.exec(mine).first()
    if row is None:
        row = DisplayRow(
            token=token,
            shows=CONSOLE,
            subject_id=table.pk,
            name=f"Table {table.number}, console",
            made_at=now,
            made_by=who,
        )
        session.add(row)
    row.seen_at, row.made_by = now, who


def others(
    session: Session, table: TableRow, device: str, now: datetime
) -> Sequence[str]:
    """Who else has this table's console open on another device."""
    query = select(DisplayRow.made_by).where(
        col(DisplayRow.shows) == CONSOLE,
        col(DisplayRow.subject_id) == table.pk,
        col(DisplayRow.token) != f"{table.number}-{device}",
        col(DisplayRow.seen_at) > now - GONE_AFTER.value,
    )
    return list(dict.fromkeys(session.exec(query.order_by(col(DisplayRow.id)))))
