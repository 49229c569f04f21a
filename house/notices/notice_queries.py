"""Looking notices up, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from house.audit.plain import LARGEST
from house.notices.models import Channel, NoticeRow
from house.notices.notice_rules import State

PAGE = 50


@dataclass(frozen=True, slots=True)
class NoticePage:
    """One page of notices, newest first, and where the next begins."""

    rows: Sequence[NoticeRow]
    older_than: int | None = None


def get(session: Session, notice_id: int, *, lock: bool = False) -> NoticeRow | None:
    """The notice of this number, held against others until the act is done."""
    if not 0 < notice_id <= LARGEST:
        return None
    return session.get(NoticeRow, notice_id, with_for_update=lock or None)


def find(
    session: Session, state: State | None, before: int | None = None, size: int = PAGE
) -> NoticePage:
    """The notices in a state, or all of them."""
    query = select(NoticeRow).options(defer(NoticeRow.pdf), defer(NoticeRow.body))  # type: ignore[arg-type]
    posted, sent = col(NoticeRow.posted_at), col(NoticeRow.sent_at)
    reaches = col(NoticeRow.channel) != Channel.NONE
    match state:
        case State.DRAFT:
            query = query.where(sent.is_(None), posted.is_(None))
        case State.POSTED:
            query = query.where(sent.is_(None), posted.is_not(None), reaches)
        case State.SENT:
            unanswered = col(NoticeRow.acknowledged_at).is_(None)
            query = query.where(sent.is_not(None), unanswered)
        case State.ACKNOWLEDGED:
            query = query.where(col(NoticeRow.acknowledged_at).is_not(None))
        case State.SET_ASIDE:
            query = query.where(posted.is_not(None), ~reaches)
        case None:
            pass
    if before:
        query = query.where(col(NoticeRow.id) < before)
    rows = session.exec(query.order_by(col(NoticeRow.id).desc()).limit(size + 1)).all()
    more, rows = len(rows) > size, rows[:size]
    return NoticePage(rows, rows[-1].pk if more else None)


def corrections_of(session: Session, notice: NoticeRow) -> Sequence[NoticeRow]:
    """The notices that put this one right."""
    query = select(NoticeRow).where(col(NoticeRow.corrects_id) == notice.pk)
    return session.exec(query.order_by(col(NoticeRow.id))).all()
