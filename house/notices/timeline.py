"""The timeline: what is due, overdue, met and called off, a page at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, false, func, or_
from sqlmodel import Session, col, select

from house.notices.deadlines import unmet
from house.notices.models import DeadlineRow
from house.notices.states import SOON, State
from rulebook import SOURCES

PAGE = 50
COUNTED = 1_000  # more than this nobody needs to the last digit
due = col(DeadlineRow.due_at)
id_ = col(DeadlineRow.id)


@dataclass(frozen=True, slots=True)
class DeadlineFilter:
    """Which deadlines are asked for; without a state, those that are open."""

    state: State | None = None
    everything: bool = False
    past: bool = False  # what is over, met or called off
    kind: str = ""
    rule: str = ""
    subject_kind: str = ""
    subject_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def newest_first(self) -> bool:
        """Whether what is over is asked for, which is read backwards."""
        over = self.state in {State.MET, State.CALLED_OFF}
        return self.everything or self.past or over


@dataclass(frozen=True, slots=True)
class Cursor:
    """The deadline after which a page begins."""

    due_at: datetime
    id: int

    def __str__(self) -> str:
        return f"{self.due_at.astimezone(UTC):%Y%m%dT%H%M%S.%f}-{self.id}"

    @classmethod
    def read(cls, text: str) -> "Cursor | None":
        """The cursor as it stands in an address; nothing where it is none."""
        when, _, number = text.partition("-")
        if not (number.isascii() and number.isdigit() and len(number) < 19):
            return None
        try:
            at = datetime.strptime(when, "%Y%m%dT%H%M%S.%f").replace(tzinfo=UTC)
        except ValueError:
            return None
        return cls(at, int(number))


@dataclass(frozen=True, slots=True)
class DeadlinePage:
    """One page of deadlines, where the next begins and where the one before ends."""

    rows: Sequence[DeadlineRow]
    then: Cursor | None = None
    back: Cursor | None = None


def find(  # noqa: PLR0913
    session: Session,
    wanted: DeadlineFilter,
    kinds: frozenset[str] | None,
    *,
    now: datetime,
    after: Cursor | None = None,
    before: Cursor | None = None,
    size: int = PAGE,
) -> DeadlinePage:
    """The page after one cursor or before the other, of the kinds that may be seen."""
    edge, turned = (after, False) if after or not before else (before, True)
    downwards = wanted.newest_first is not turned
    query = select(DeadlineRow).where(*_filters(wanted, kinds, now))
    if edge is not None:
        query = query.where(_beyond(edge, backwards=downwards))
    order = (due.desc(), id_.desc()) if downwards else (due, id_)
    rows = session.exec(query.order_by(*order).limit(size + 1)).all()
    more, rows = len(rows) > size, rows[:size]
    if turned and not more:  # back at the beginning: the first page, and whole
        return find(session, wanted, kinds, now=now, size=size)
    rows = rows[::-1] if turned else rows
    return _page(rows, then=more or turned, back=edge is not None)


def _page(rows: Sequence[DeadlineRow], *, then: bool, back: bool) -> DeadlinePage:
    if not rows:
        return DeadlinePage(rows)
    first, last = (Cursor(row.due_at, row.pk) for row in (rows[0], rows[-1]))
    return DeadlinePage(rows, last if then else None, first if back else None)


def count_overdue(session: Session, kinds: frozenset[str] | None, now: datetime) -> int:
    """How many duties are overdue, counted no further than anybody needs."""
    some = select(id_).where(*unmet(), due < now, col(DeadlineRow.duty), *_seen(kinds))
    few = some.limit(COUNTED).subquery()
    return session.exec(select(func.count()).select_from(few)).one()


def _beyond(at: Cursor, *, backwards: bool) -> ColumnElement[bool]:
    if backwards:
        return or_(due < at.due_at, and_(due == at.due_at, id_ < at.id))
    return or_(due > at.due_at, and_(due == at.due_at, id_ > at.id))


def _seen(kinds: frozenset[str] | None) -> Iterator[ColumnElement[bool]]:
    if kinds is not None:
        yield col(DeadlineRow.kind).in_(sorted(kinds)) if kinds else false()


def _filters(
    wanted: DeadlineFilter, kinds: frozenset[str] | None, now: datetime
) -> Iterator[ColumnElement[bool]]:
    yield from _seen(kinds)
    yield from _in_state(wanted, now)
    if wanted.kind:
        yield col(DeadlineRow.kind) == wanted.kind
    if wanted.rule in SOURCES:  # every rule of the document
        yield col(DeadlineRow.rule_id).between(f"{wanted.rule}-", f"{wanted.rule}-￿")
    elif wanted.rule:
        yield col(DeadlineRow.rule_id) == wanted.rule
    if wanted.subject_kind:
        yield col(DeadlineRow.subject_kind) == wanted.subject_kind
    if wanted.subject_id is not None:
        yield col(DeadlineRow.subject_id) == wanted.subject_id
    if wanted.since is not None:
        yield due >= wanted.since
    if wanted.until is not None:
        yield due < wanted.until


def _in_state(wanted: DeadlineFilter, now: datetime) -> tuple[ColumnElement[bool], ...]:
    if wanted.everything:
        return ()
    if wanted.past:
        gone = col(DeadlineRow.called_off_at).is_not(None)
        return (or_(col(DeadlineRow.met_at).is_not(None), gone),)
    if wanted.state is State.MET:
        return (col(DeadlineRow.met_at).is_not(None),)
    if wanted.state is State.CALLED_OFF:
        return (col(DeadlineRow.called_off_at).is_not(None),)
    times = {
        State.WAITING: due > now + SOON.value,
        State.DUE: due.between(now, now + SOON.value),
        State.OVERDUE: due < now,
    }
    return (*unmet(), *((times[wanted.state],) if wanted.state else ()))
