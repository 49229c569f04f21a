"""Looking disputes up, a page at a time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.audit.plain import LARGEST
from house.floor.disputes.models import DisputeEventRow, DisputeRow
from house.floor.disputes.rules import ENDED, Case

PAGE = 50


@dataclass(frozen=True, slots=True)
class DisputesPage:
    """One page of disputes, newest first, and where the next begins."""

    cases: Sequence[Case]
    older_than: int | None = None


def case(session: Session, dispute_id: int, *, lock: bool = False) -> Case | None:
    """One dispute with all that was added, held against others when asked."""
    if not 0 < dispute_id <= LARGEST:
        return None
    item = session.get(DisputeRow, dispute_id, with_for_update=lock or None)
    return _with_events(session, [item])[0] if item else None


def find(
    session: Session,
    *,
    only_open: bool,
    table: int | None = None,
    before: int | None = None,
    size: int = PAGE,
) -> DisputesPage:
    """The disputes, newest first; those still open, or of a table, when asked."""
    query = select(DisputeRow)
    if only_open:
        ended = select(DisputeEventRow.id).where(
            col(DisputeEventRow.dispute_id) == DisputeRow.id,
            col(DisputeEventRow.happened).in_(ENDED),
        )
        query = query.where(~ended.exists())
    if table is not None:
        query = query.where(col(DisputeRow.table_number) == table)
    if before:
        query = query.where(col(DisputeRow.id) < before)
    rows = session.exec(query.order_by(col(DisputeRow.id).desc()).limit(size + 1)).all()
    more, rows = len(rows) > size, rows[:size]
    return DisputesPage(_with_events(session, rows), rows[-1].pk if more else None)


def about_ruling(session: Session, ruling_id: int) -> Sequence[DisputeRow]:
    """The disputes that were raised about a ruling."""
    mine = select(DisputeRow).where(col(DisputeRow.ruling_id) == ruling_id)
    return session.exec(mine.order_by(col(DisputeRow.id))).all()


def _with_events(session: Session, items: Iterable[DisputeRow]) -> list[Case]:
    listed = list(items)
    mine = select(DisputeEventRow).where(
        col(DisputeEventRow.dispute_id).in_([item.pk for item in listed])
    )
    events: defaultdict[int, list[DisputeEventRow]] = defaultdict(list)
    for event in session.exec(mine.order_by(col(DisputeEventRow.id))):
        events[event.dispute_id].append(event)
    return [Case(item, events[item.pk]) for item in listed]
