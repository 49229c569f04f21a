"""Rounds that were played out, counted as hands since a notice of closing."""

from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import ClosingRow
from house.floor.tables.closing import COUNTED, cite_of

# Every round that is played out asks this: it is put together once.
_WAITING = select(ClosingRow).where(
    col(ClosingRow.table_id) == bindparam("table"),
    col(ClosingRow.closed_at).is_(None),
    col(ClosingRow.called_off_at).is_(None),
)


def count(session: Session, table: TableRow, act: Act, first_card_at: datetime) -> None:
    """Count a round that was played out; one begun before the notice is none."""
    closing = session.exec(_WAITING, params={"table": table.pk}).first()
    if closing is None or closing.hands_needed is None:
        return
    if first_card_at < closing.announced_at:
        closing.hand_under_way = False
    else:
        closing.hands_played += 1
    after = {"hands since the notice": closing.hands_played}
    rules = (cite_of(table), COUNTED)
    record(session, act, "count hand", table, rules=rules, after=after)
