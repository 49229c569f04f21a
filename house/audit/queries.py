"""Looking through the record: newest first, a page at a time, however long it is."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Text, cast, func, or_
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.audit.checkpoints.holding import UNREADABLE
from house.audit.models import AuditRow, AuditRuleRow, Verdict
from house.audit.verification import newest

PAGE = 50
CHUNK = 1_000
# Words are looked for in this many entries at a time; a link goes on from there.
DEPTH = 20_000


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Which entries are asked for; what is empty asks for nothing in particular."""

    words: str = ""
    actor: str = ""
    act: str = ""
    subject_kind: str = ""
    subject_id: str = ""
    verdict: Verdict | None = None
    rule: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: below one entry, or above one."""

    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """One page of entries, newest first, and where the neighbouring pages begin."""

    rows: Sequence[AuditRow]
    older_than: int | None = None
    newer_than: int | None = None
    searched_to: int | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers among which to look, both included."""

    low: int
    high: int


def find(
    session: Session, wanted: RecordFilter, at: Cursor, size: int = PAGE
) -> RecordPage:
    """The page of entries that begins at the cursor; none where one is unreadable."""
    whole = _span(session, wanted)
    upward = at.after is not None and at.before is None
    span = Span(
        max(whole.low, (at.after or 0) + 1),
        min(whole.high, at.before - 1) if at.before else whole.high,
    )
    if wanted.words:
        span = _shallow(span, upward=upward)
    try:
        rows = list(session.exec(_query(wanted, span, upward=upward).limit(size + 1)))
    except UNREADABLE:  # somebody wrote garbage into it; the standing says where
        rows = []
    more, rows = len(rows) > size, rows[:size]
    return _page(rows[::-1] if upward else rows, span, whole, more=more, upward=upward)


def _page(
    rows: list[AuditRow], span: Span, whole: Span, *, more: bool, upward: bool
) -> RecordPage:
    """The page with its neighbours: an end is only an end when nothing lies beyond."""
    low = rows[-1].number if rows else span.low
    high = rows[0].number if rows else span.high
    older = more if not upward else span.low > whole.low
    newer = more if upward else span.high < whole.high
    searched_to = None
    if not upward and not more and span.low > whole.low:
        older, low, searched_to = True, span.low, span.low
    return RecordPage(
        rows, low if older else None, high if newer else None, searched_to
    )


def every(session: Session, wanted: RecordFilter) -> Iterator[AuditRow]:
    """Every entry asked for, oldest first, a bounded number in memory at a time."""
    span = _span(session, wanted)
    low = span.low
    while low <= span.high:
        query = _query(wanted, Span(low, span.high), upward=True)
        rows = session.exec(query.limit(CHUNK)).all()
        if not rows:
            return
        yield from rows
        low = rows[-1].number + 1
        session.expunge_all()


def _span(session: Session, wanted: RecordFilter) -> Span:
    """Between which numbers the days asked for lie; numbers are what is in order."""
    if wanted.until is None:
        return Span(1, newest(session))
    ends = select(func.min(AuditRow.number), func.max(AuditRow.number))
    low, high = session.exec(ends.where(*_days(wanted))).one()
    return Span(low or 1, high or 0)


def _shallow(span: Span, *, upward: bool) -> Span:
    """No more entries than words can be looked for in at once."""
    if upward:
        return Span(span.low, min(span.high, span.low + DEPTH - 1))
    return Span(max(span.low, span.high - DEPTH + 1), span.high)


def _query(
    wanted: RecordFilter, span: Span, *, upward: bool
) -> SelectOfScalar[AuditRow]:
    """The entries asked for among these numbers, in their order.

    With a rule, numbers are taken from the index of rules, which has them in order.
    """
    query = select(AuditRow).where(*_filters(wanted))
    number = col(AuditRow.number)
    if wanted.rule:
        number = col(AuditRuleRow.number)
        query = query.join(AuditRuleRow, number == AuditRow.number)
        query = query.where(AuditRuleRow.rule_id == wanted.rule)
    query = query.where(number.between(span.low, span.high))
    return query.order_by(number.asc() if upward else number.desc())


def _filters(wanted: RecordFilter) -> Iterator[ColumnElement[bool]]:
    yield from _exact(wanted)
    yield from _days(wanted)
    for word in wanted.words.split():
        yield _mentions(word)


def _exact(wanted: RecordFilter) -> Iterator[ColumnElement[bool]]:
    """Equal to what is asked for; only the rarest of these is looked up by its index.

    Left to choose, SQLite may walk through every refusal to find those of one person.
    """
    if wanted.subject_id:
        yield col(AuditRow.subject_id) == wanted.subject_id
        yield col(AuditRow.subject_kind) == wanted.subject_kind
    rarest_first = {
        "actor": wanted.actor,
        "act": wanted.act,
        "subject_kind": "" if wanted.subject_id else wanted.subject_kind,
        "verdict": wanted.verdict.value if wanted.verdict else "",
    }
    indexed = not wanted.subject_id
    for name, value in rarest_first.items():
        column = getattr(AuditRow, name)
        if value:
            yield (column if indexed else cast(column, Text)) == value
            indexed = False


def _days(wanted: RecordFilter) -> list[ColumnElement[bool]]:
    days = []
    if wanted.since:
        days.append(col(AuditRow.at) >= wanted.since)
    if wanted.until:
        days.append(col(AuditRow.at) < wanted.until)
    return days


def _mentions(word: str) -> ColumnElement[bool]:
    """Whether a word stands anywhere in an entry."""
    names = ("actor", "actor_name", "act", "subject_id", "subject_name")
    columns = [getattr(AuditRow, name) for name in names]
    written = json.dumps(word)[1:-1]  # as JSON columns spell what is not ASCII
    facts = [
        cast(getattr(AuditRow, name), Text) for name in ("reasons", "before", "after")
    ]
    return or_(
        *(column.icontains(word, autoescape=True) for column in columns),
        *(column.icontains(written, autoescape=True) for column in facts),
    )
