"""How a table stands: what waits there, which markers and which signs it has."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from house.db import BigKey
from house.floor.models import TableRow, TableStatus
from house.floor.signs import services as signs
from house.floor.signs.models import (
    ChangeKind,
    ClosingRow,
    LimitChangeRow,
    MarkerKind,
    MarkerRow,
    SignKind,
    SignRow,
)

R = TypeVar("R", LimitChangeRow, ClosingRow, MarkerRow, SignRow)


@dataclass(frozen=True, slots=True)
class Figures:
    """A minimum, a maximum and the steps between, in cents."""

    minimum: int
    maximum: int
    unit: int

    def plain(self) -> dict[str, Any]:
        """The figures as the record and a sign keep them."""
        return {
            "minimum_cents": self.minimum,
            "maximum_cents": self.maximum,
            "unit_cents": self.unit,
        }


def figures_of(row: TableRow | LimitChangeRow) -> Figures:
    """The figures of a table, or those that a change brings."""
    return Figures(row.minimum_cents, row.maximum_cents, row.unit_cents)


@dataclass(frozen=True, slots=True)
class Standing:
    """One table with everything that waits or stands there."""

    table: TableRow
    change: LimitChangeRow | None = None
    closing: ClosingRow | None = None
    markers: tuple[MarkerRow, ...] = ()
    signs: tuple[SignRow, ...] = ()

    @property
    def kept(self) -> tuple[MarkerRow, ...]:
        """The markers of players who keep an old minimum."""
        return tuple(m for m in self.markers if m.kind is MarkerKind.KEPT_MINIMUM)

    @property
    def personal(self) -> tuple[MarkerRow, ...]:
        """The markers of players with limits of their own."""
        return tuple(m for m in self.markers if m.kind is MarkerKind.PERSONAL)

    def sign(self, kind: SignKind) -> SignRow | None:
        """The sign of this kind, if it is up."""
        return next((sign for sign in self.signs if sign.kind is kind), None)

    @property
    def due_change(self) -> datetime | None:
        """When the waiting change happens; never while its sign is down."""
        change = self.change
        return change.effective_at if change and change.sign_id else None

    @property
    def due_closing(self) -> datetime | None:
        """When the table closes by its sign; never while the sign is down."""
        closing = self.closing
        return closing.closes_at if closing and closing.sign_id else None

    def is_open(self, now: datetime) -> bool:
        """Whether patrons may play, even when nobody has looked at the clock since."""
        due = self.due_closing
        is_open = self.table.status is TableStatus.OPEN
        return is_open and not (due is not None and due <= now)

    def in_force(self, now: datetime) -> Figures:
        """What the table takes at this instant, however late the tick."""
        due, change = self.due_change, self.change
        if change and due is not None and due <= now:
            return figures_of(change)
        return figures_of(self.table)

    def waits(self, now: datetime) -> LimitChangeRow | None:
        """The change that has still to come."""
        due = self.due_change
        return None if due is not None and due <= now else self.change

    def kept_at(self, now: datetime) -> tuple[MarkerRow, ...]:
        """Who keeps an old minimum at this instant."""
        gone = self.change is not None and self.waits(now) is None
        return () if gone else self.kept

    @property
    def for_everyone(self) -> bool:
        """Whether what waits only moves those who kept an old minimum."""
        return self.change is not None and self.change.kind is ChangeKind.RAISE_KEPT


# Every round that opens asks these: they are put together once.
_TABLES = bindparam("tables", expanding=True, type_=BigKey)
_CHANGES = select(LimitChangeRow).where(
    col(LimitChangeRow.table_id).in_(_TABLES),
    col(LimitChangeRow.took_effect_at).is_(None),
    col(LimitChangeRow.called_off_at).is_(None),
)
_CLOSINGS = select(ClosingRow).where(
    col(ClosingRow.table_id).in_(_TABLES),
    col(ClosingRow.closed_at).is_(None),
    col(ClosingRow.called_off_at).is_(None),
)
_MARKERS = (
    select(MarkerRow)
    .where(col(MarkerRow.table_id).in_(_TABLES), col(MarkerRow.ended_at).is_(None))
    .order_by(col(MarkerRow.seat))
)


def standing(session: Session, table: TableRow) -> Standing:
    """How one table stands."""
    return standings(session, [table])[table.pk]


def standings(session: Session, tables: Sequence[TableRow]) -> Mapping[int, Standing]:
    """How these tables stand, in a handful of queries however many they are."""
    ids = [table.pk for table in tables]
    which = {"tables": ids}
    changes = _by_table(session.exec(_CHANGES, params=which))
    closings = _by_table(session.exec(_CLOSINGS, params=which))
    markers = _by_table(session.exec(_MARKERS, params=which))
    up = _by_table(signs.up(session, ids))
    return {
        table.pk: Standing(
            table,
            next(iter(changes[table.pk]), None),
            next(iter(closings[table.pk]), None),
            tuple(markers[table.pk]),
            tuple(up[table.pk]),
        )
        for table in tables
    }


def _by_table(rows: Iterable[R]) -> Mapping[int, list[R]]:
    found: defaultdict[int, list[R]] = defaultdict(list)
    for row in rows:
        found[row.table_id].append(row)
    return found
