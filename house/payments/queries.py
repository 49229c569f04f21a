"""Looking over- and underpayments up, a page at a time."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit.plain import LARGEST
from house.notices.models import NoticeRow
from house.payments.models import PaymentEvent, PaymentEventRow, PaymentRow
from house.payments.rules import Case
from house.people.patrons import queries as patron_queries
from house.people.patrons.models import PatronRow, PlayerCardRow

PAGE = 50


@dataclass(frozen=True, slots=True)
class CasePage:
    """One page of cases, newest first, and where the next begins."""

    cases: Sequence[Case]
    older_than: int | None = None


def case(session: Session, payment_id: int, *, lock: bool = False) -> Case | None:
    """One case with all that was added, held against others until the act is done."""
    if not 0 < payment_id <= LARGEST:
        return None
    item = session.get(PaymentRow, payment_id, with_for_update=lock or None)
    return _with_events(session, [item])[0] if item else None


def find(
    session: Session, *, only_open: bool, before: int | None = None, size: int = PAGE
) -> CasePage:
    """The cases, newest first; those still open when asked."""
    query = select(PaymentRow)
    if only_open:
        closed = select(PaymentEventRow.id).where(
            col(PaymentEventRow.payment_id) == PaymentRow.id,
            col(PaymentEventRow.happened) == PaymentEvent.CLOSED,
        )
        query = query.where(~closed.exists())
    if before:
        query = query.where(col(PaymentRow.id) < before)
    rows = session.exec(query.order_by(col(PaymentRow.id).desc()).limit(size + 1)).all()
    more, rows = len(rows) > size, rows[:size]
    return CasePage(_with_events(session, rows), rows[-1].pk if more else None)


def known_between(session: Session, begin: datetime, end: datetime) -> Sequence[Case]:
    """The cases that became known from one instant to before another, in order."""
    query = select(PaymentRow).where(
        col(PaymentRow.known_at) >= begin, col(PaymentRow.known_at) < end
    )
    rows = session.exec(query.order_by(col(PaymentRow.known_at), col(PaymentRow.id)))
    return _with_events(session, rows.all())


def _with_events(session: Session, items: Iterable[PaymentRow]) -> list[Case]:
    listed = list(items)
    mine = select(PaymentEventRow).where(
        col(PaymentEventRow.payment_id).in_([item.pk for item in listed])
    )
    events: defaultdict[int, list[PaymentEventRow]] = defaultdict(list)
    for event in session.exec(mine.order_by(col(PaymentEventRow.id))):
        events[event.payment_id].append(event)
    return [Case(item, events[item.pk]) for item in listed]


def patron_named(session: Session, words: str) -> PatronRow | None:
    """The patron with this card or number, or whoever stands for them now."""
    number = patron_queries.card_number(words)
    with_card = select(PlayerCardRow).where(col(PlayerCardRow.number) == number)
    card = session.exec(with_card).first()
    id_ = card.patron_id if card else 0
    if not card and words.isascii() and words.isdigit() and len(words) < 19:
        id_ = int(words)
    patron = patron_queries.get(session, id_)
    return patron_queries.survivor(session, patron) if patron else None


def patrons_of(session: Session, cases: Sequence[Case]) -> dict[int, PatronRow]:
    """Who the patrons of these cases are now."""
    ids = {case.patron_id for case in cases if case.patron_id is not None}
    rows = session.exec(select(PatronRow).where(col(PatronRow.id).in_(ids)))
    return {row.pk: patron_queries.survivor(session, row) for row in rows}


def notices_about(session: Session, case: Case) -> Sequence[NoticeRow]:
    """The notices that were drafted about a case."""
    query = select(NoticeRow).where(
        col(NoticeRow.about_kind) == "payment",
        col(NoticeRow.about_id) == str(case.item.pk),
    )
    return session.exec(query.order_by(col(NoticeRow.id))).all()
