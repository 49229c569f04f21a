"""Looking rulings up: the book, newest first, by table, day, rule and rank."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit.plain import LARGEST
from house.floor.rulings import carrying
from house.floor.rulings.models import (
    CarriedEndRow,
    CarriedRow,
    RulingEvent,
    RulingEventRow,
    RulingRow,
    RulingTaskRow,
)
from house.notices.models import NoticeRow

PAGE = 50


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rulings are wanted."""

    table: int | None = None
    day: date | None = None
    rule: str = ""
    rank: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """One page of the book, newest first, and where the next begins."""

    rulings: Sequence[RulingRow]
    open_tasks: dict[int, int]
    older_than: int | None = None


def one(session: Session, ruling_id: int) -> RulingRow | None:
    """One ruling."""
    return session.get(RulingRow, ruling_id) if 0 < ruling_id <= LARGEST else None


def find(session: Session, wanted: Filter, size: int = PAGE) -> RulingsPage:
    """The rulings that fit, newest first."""
    query = select(RulingRow)
    if wanted.table is not None:
        query = query.where(col(RulingRow.table_number) == wanted.table)
    if wanted.day is not None:
        query = query.where(col(RulingRow.day) == wanted.day)
    if wanted.rule:
        rule = col(RulingRow.rule_id).startswith(wanted.rule, autoescape=True)
        query = query.where(rule)
    if wanted.rank:
        query = query.where(col(RulingRow.rank) == wanted.rank)
    if wanted.before:
        query = query.where(col(RulingRow.id) < wanted.before)
    rows = session.exec(query.order_by(col(RulingRow.id).desc()).limit(size + 1)).all()
    more, rows = len(rows) > size, rows[:size]
    return RulingsPage(rows, still_open(session, rows), rows[-1].pk if more else None)


def still_open(session: Session, rows: Iterable[RulingRow]) -> dict[int, int]:
    """How many tasks of each of these rulings are not done."""
    ids = [row.pk for row in rows]
    done = select(RulingEventRow.id).where(
        col(RulingEventRow.ruling_id) == RulingTaskRow.ruling_id,
        col(RulingEventRow.place) == RulingTaskRow.place,
        col(RulingEventRow.happened) == RulingEvent.DONE,
    )
    query = (
        select(RulingTaskRow.ruling_id, func.count())
        .where(col(RulingTaskRow.ruling_id).in_(ids), ~done.exists())
        .group_by(col(RulingTaskRow.ruling_id))
    )
    return dict(session.exec(query).all())


def ranks(session: Session) -> Sequence[str]:
    """The ranks that have ruled."""
    return sorted(session.exec(select(RulingRow.rank).distinct()))


def carried_by(
    session: Session, row: RulingRow
) -> Sequence[tuple[CarriedRow, CarriedEndRow | None]]:
    """The jackpot wagers a ruling carried over, and what became of them."""
    query = (
        select(CarriedRow, CarriedEndRow)
        .join(
            CarriedEndRow,
            (col(CarriedEndRow.carried_id) == CarriedRow.id) & carrying.newest(),
            isouter=True,
        )
        .where(col(CarriedRow.ruling_id) == row.pk)
        .order_by(col(CarriedRow.seat))
    )
    return session.exec(query).all()


def notices_about(session: Session, row: RulingRow) -> Sequence[NoticeRow]:
    """The notices that were drafted with a ruling."""
    query = select(NoticeRow).where(
        col(NoticeRow.about_kind) == "ruling", col(NoticeRow.about_id) == str(row.pk)
    )
    return session.exec(query.order_by(col(NoticeRow.id))).all()
