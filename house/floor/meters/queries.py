"""Looking at meters: their list, one in full, its ledger, its days, a past reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from sqlalchemy import bindparam, func, literal, union_all
from sqlmodel import Session, col, select

from game.jackpots.equipment import Reading, read_back
from house.audit import Actor
from house.floor.meters.changes import (
    concerned,
    notice,
    signs,
    title,
    waiting,
)
from house.floor.meters.models import (
    MILLION,
    ChangeState,
    MeterChangeRow,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
    MeterSignRow,
    MeterStatus,
    MeterTableRow,
)
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from rulebook import Cite, Refused

PAGE = 15


@dataclass(frozen=True, slots=True)
class ListedMeter:
    """A meter in the list: its row, its tables, how many claims wait."""

    meter: MeterRow
    tables: tuple[int, ...]
    claims: int


def every_meter(session: Session) -> Sequence[ListedMeter]:
    """All meters: open ones first, then drafts, then closed ones, by name."""
    order = [MeterStatus.OPEN, MeterStatus.DRAFT, MeterStatus.CLOSED]
    meters = session.exec(select(MeterRow).order_by(col(MeterRow.name))).all()
    on: dict[int, list[int]] = {}
    query = (
        select(MeterTableRow.meter_id, TableRow.number)
        .join(TableRow, col(TableRow.id) == MeterTableRow.table_id)
        .where(col(MeterTableRow.until_at).is_(None))
        .order_by(col(TableRow.number))
    )
    for meter_id, number in session.exec(query):
        on.setdefault(meter_id, []).append(number)
    waits = _claims_waiting(session)
    return [
        ListedMeter(meter, tuple(on.get(meter.pk, ())), waits.get(meter.pk, 0))
        for meter in sorted(meters, key=lambda m: order.index(m.status))
    ]


def _claims_waiting(session: Session) -> Mapping[int, int]:
    query = (
        select(MeterClaimRow.meter_id, func.count())
        .where(col(MeterClaimRow.state).in_(("waiting", "blocked")))
        .group_by(col(MeterClaimRow.meter_id))
    )
    return {meter_id: int(count) for meter_id, count in session.exec(query)}


@dataclass(frozen=True, slots=True)
class Pending:
    """An announced change with its signs and the time it may happen."""

    change: MeterChangeRow
    title: str
    cite: Cite
    wait: timedelta
    tables: tuple[tuple[TableRow, MeterSignRow | None], ...]

    @property
    def up(self) -> int:
        """At how many tables the sign is up."""
        return sum(sign is not None for _, sign in self.tables)


def pending(session: Session, meter: MeterRow) -> Sequence[Pending]:
    """What is announced about a meter."""
    return [look_at(session, change) for change in waiting(session, meter.pk)]


def look_at(session: Session, change: MeterChangeRow) -> Pending:
    """One announced change as it stands."""
    meter = session.get_one(MeterRow, change.meter_id)
    rows = signs(session, change)
    up = {
        table_id: sign for table_id, sign in rows.items() if sign.taken_down_at is None
    }
    needs = notice(meter, change.kind)
    tables = tuple((table, up.get(table.pk)) for table in concerned(session, change))
    return Pending(change, title(session, change), needs.cite, needs.value, tables)


def refused_changes(session: Session, meter: MeterRow) -> Sequence[tuple[str, str]]:
    """Changes that could not happen when they were due, and why."""
    query = select(MeterChangeRow).where(
        col(MeterChangeRow.meter_id) == meter.pk,
        col(MeterChangeRow.state) == ChangeState.REFUSED,
    )
    newest = query.order_by(col(MeterChangeRow.id).desc()).limit(3)
    return [(title(session, c), c.reason) for c in session.exec(newest)]


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """A page of a ledger, newest first, and the numbers its neighbours begin at."""

    rows: Sequence[tuple[MeterEntryRow, int | None]]
    older: int | None
    newer: int | None


def ledger(session: Session, meter: MeterRow, before: int | None) -> LedgerPage:
    """The rows of a ledger before a number, never more than a page."""
    top = meter.last_entry + 1
    start = min(before or top, top)
    query = (
        select(MeterEntryRow, TableRow.number)
        .join(TableRow, col(TableRow.id) == MeterEntryRow.table_id, isouter=True)
        .where(
            col(MeterEntryRow.meter_id) == meter.pk, col(MeterEntryRow.number) < start
        )
        .order_by(col(MeterEntryRow.number).desc())
        .limit(PAGE)
    )
    rows = session.exec(query).all()
    last = rows[-1][0].number if rows else 1
    newer = start + PAGE if start < top else None
    return LedgerPage(rows, last if last > 1 else None, newer)


def values_at(
    session: Session, meter: MeterRow, moments: Sequence[datetime]
) -> Sequence[int | None]:
    """What the meter showed at each of these instants, in whole cents."""
    if not moments:
        return []
    parts = []
    for place, moment in enumerate(moments):
        last = (
            select(
                literal(place).label("place"),
                col(MeterEntryRow.balance_millionths).label("balance"),
            )
            .where(
                col(MeterEntryRow.meter_id) == meter.pk, col(MeterEntryRow.at) <= moment
            )
            .order_by(col(MeterEntryRow.at).desc(), col(MeterEntryRow.number).desc())
            .limit(1)
            .subquery()
        )
        parts.append(select(last.c.place, last.c.balance))
    found = {row[0]: row[1] for row in session.execute(union_all(*parts))}
    return [found[n] // MILLION if n in found else None for n in range(len(moments))]


def read_at(
    session: Session, meter: MeterRow, at: datetime, by: Actor
) -> Reading | Refused | None:
    """The meter as at a time for settlement, for those whom the document lets read."""
    query = (
        select(MeterEntryRow, TableRow.number)
        .join(TableRow, col(TableRow.id) == MeterEntryRow.table_id, isouter=True)
        .where(col(MeterEntryRow.meter_id) == meter.pk, col(MeterEntryRow.at) <= at)
        .order_by(col(MeterEntryRow.at).desc(), col(MeterEntryRow.number).desc())
    )
    readings = [
        Reading(
            row.at,
            str(number or ""),
            row.number,
            Fraction(row.balance_millionths, MILLION),
        )
        for row, number in session.exec(query.limit(1))
    ]
    return read_back(readings, at, rank_of(by))


def by_token(session: Session, token: str) -> MeterRow | None:
    """The meter whose screen has this address."""
    return session.exec(select(MeterRow).where(col(MeterRow.token) == token)).first()


# Every round that opens and every deal asks this: it is put together once.
_FED_BY = (
    select(MeterRow)
    .join(MeterTableRow, col(MeterTableRow.meter_id) == MeterRow.id)
    .where(
        col(MeterTableRow.table_id) == bindparam("table"),
        col(MeterTableRow.until_at).is_(None),
    )
)


def meter_of(session: Session, table: TableRow) -> MeterRow | None:
    """The meter a table feeds now, if it feeds one."""
    return session.exec(_FED_BY, params={"table": table.pk}).first()
