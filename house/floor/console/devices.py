"""Which tablets have a table's console open, so that two hands know of each other."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Cited

CONSOLE = "console"
DEVICE = re.compile(r"[A-Za-z0-9-]{16,40}")
NOTE_EVERY = timedelta(seconds=15)
GONE_AFTER = Cited(timedelta(seconds=40), HOUSE.at("CONSOLE-6"))


class OpenConsole(NamedTuple):
    """A device that has a console open: its name, who holds it, when it last asked."""

    token: str
    who: str
    at: datetime


def seen(session: Session, table: TableRow, now: datetime) -> Sequence[OpenConsole]:
    """The devices that have this table's console open, the first to come first."""
    query = select(DisplayRow.token, DisplayRow.made_by, DisplayRow.seen_at).where(
        col(DisplayRow.shows) == CONSOLE,
        col(DisplayRow.subject_id) == table.pk,
        col(DisplayRow.seen_at) > now - GONE_AFTER.value,
    )
    return [
        OpenConsole(*row) for row in session.exec(query.order_by(col(DisplayRow.id)))
    ]


def noted(
    there: Iterable[OpenConsole], table: TableRow, device: str, who: str, now: datetime
) -> bool:
    """Whether nothing is to be noted: it was a moment ago, or this names no device."""
    if not DEVICE.fullmatch(device):
        return True
    mine = _token(table, device)
    return any(
        one.token == mine and one.who == who and now - one.at < NOTE_EVERY
        for one in there
    )


def note(
    session: Session, table: TableRow, device: str, who: str, now: datetime
) -> None:
    """Note that a device has the console open."""
    row = session.exec(_called(table, device)).first()
    if row is None:
        row = DisplayRow(
            token=_token(table, device),
            shows=CONSOLE,
            subject_id=table.pk,
            name=f"Table {table.number}, console",
            made_at=now,
            made_by=who,
        )
        session.add(row)
    row.seen_at, row.made_by = now, who


def _called(table: TableRow, device: str) -> SelectOfScalar[DisplayRow]:
    return select(DisplayRow).where(DisplayRow.token == _token(table, device))


def _token(table: TableRow, device: str) -> str:
    return f"{table.number}-{device}"


def others(there: Iterable[OpenConsole], table: TableRow, device: str) -> Sequence[str]:
    """Who else has this table's console open on another device."""
    mine = _token(table, device)
    return list(dict.fromkeys(one.who for one in there if one.token != mine))
