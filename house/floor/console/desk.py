"""What rounds say on the desks: those that somebody should go on with."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from flask import url_for
from sqlmodel import Session, col, func, select

from house.desk import Item, Urgency, tells
from house.floor.models import TableRow
from house.floor.rounds.models import ActionRow, RoundRow
from house.people.roles import Role
from house.people.sessions import Staff
from house.web.request import venue
from rulebook import HOUSE

ONE_AT_A_TIME = HOUSE.at("ROUNDS-2")
STANDS_STILL = timedelta(minutes=15)
MOST = 20
ANY_TABLE = frozenset({Role.DIRECTOR, Role.DEPUTY})


@tells(Role.DEALER, Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)
def under_way(session: Session, staff: Staff, now: datetime) -> Iterator[Item]:
    """One's own rounds, those at the tables one watches, and any that stand still."""
    last = (
        select(func.max(ActionRow.at))
        .where(col(ActionRow.round_id) == RoundRow.id)
        .correlate(RoundRow)
        .scalar_subquery()
    )
    query = (
        select(RoundRow, TableRow, func.coalesce(last, RoundRow.opened_at))
        .join(TableRow, col(TableRow.id) == RoundRow.table_id)
        .where(col(RoundRow.ended_at).is_(None))
        .order_by(col(TableRow.number))
    )
    shown = (
        _item(row, table, at, now)
        for row, table, at in session.exec(query)
        if _concerns(staff, row, table, now - at)
    )
    yield from list(shown)[:MOST]


def _concerns(staff: Staff, row: RoundRow, table: TableRow, still: timedelta) -> bool:
    mine = row.opened_by == staff.username or table.supervisor_id == staff.id
    return mine or (bool(staff.roles & ANY_TABLE) and still >= STANDS_STILL)


def _item(row: RoundRow, table: TableRow, at: datetime, now: datetime) -> Item:
    minutes = int((now - at).total_seconds() // 60)
    still = now - at >= STANDS_STILL
    since = f"Nothing was done there for {minutes} minutes" if still else "Last action"
    return Item(
        Urgency.DUE if still else Urgency.NEXT,
        f"Round {row.number} is under way at table {table.number}",
        ONE_AT_A_TIME,
        "Go on",
        url_for("console.show", number=table.number),
        why=f"{since}, {venue().local(at):%H:%M}.",
        right="The next round opens once it is over.",
    )
