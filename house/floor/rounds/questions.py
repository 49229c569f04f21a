"""What rounds are kept in and what is asked of it, each question put together once."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sqlalchemy import (
    Select,
    Update,
    bindparam,
    func,
    insert,
    literal_column,
    union_all,
    update,
)
from sqlalchemy import select as sa_select
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.floor.models import TableRow
from house.floor.rounds.models import (
    ActionRow,
    AnyAction,
    AnyLine,
    AnyRound,
    AnySeat,
    LineRow,
    PracticeActionRow,
    PracticeLineRow,
    PracticeRoundRow,
    PracticeSeatRow,
    RoundRow,
    SeatRow,
)
from house.prepared import Columns, Prepared

MOST_SEATS = 14
_SEATS = union_all(
    *(sa_select(literal_column(str(n)).label("seat")) for n in range(1, MOST_SEATS + 1))
).subquery("places")


@dataclass(frozen=True, eq=False)
class Book:
    """The tables of one kind of round, and what they are asked, put together once."""

    round: type[AnyRound]
    action: type[AnyAction]
    line: type[AnyLine]
    seat: type[AnySeat]

    @property
    def practice(self) -> bool:
        """Whether nothing in it counts."""
        return self.round.practice

    @cached_property
    def last_round(self) -> SelectOfScalar[AnyRound]:
        """The newest round at a table."""
        row = self.round
        mine = select(row).where(col(row.table_id) == bindparam("table"))
        return mine.order_by(col(row.number).desc()).limit(1)

    @cached_property
    def numbered_round(self) -> SelectOfScalar[AnyRound]:
        """The round with a number at a table."""
        row = self.round
        return select(row).where(
            col(row.table_id) == bindparam("table"),
            col(row.number) == bindparam("number"),
        )

    @cached_property
    def keyed_round(self) -> SelectOfScalar[AnyRound]:
        """The round that a key opened at a table."""
        row = self.round
        return select(row).where(
            col(row.table_id) == bindparam("table"), col(row.key) == bindparam("key")
        )

    @cached_property
    def newest_action(self) -> Select[int, str, int | None]:
        """A round's last action: its number, its digest, and which one had a key."""
        table = self.action.__table__  # type: ignore[attr-defined]
        row, other = table.c, table.alias("other").c
        keyed = sa_select(other.seq).where(
            other.round_id == bindparam("round"), other.key == bindparam("key")
        )
        mine = sa_select(row.seq, row.digest, keyed.scalar_subquery()).where(
            row.round_id == bindparam("round")
        )
        return mine.order_by(row.seq.desc()).limit(1)

    @cached_property
    def append(self) -> Prepared:
        """One more action."""
        table = self.action.__table__  # type: ignore[attr-defined]
        given = [column.name for column in table.c if column.name != "id"]
        return Prepared(insert(table).inline(), given)

    @cached_property
    def marked(self) -> Update:
        """What follows from the actions, written beside their round."""
        table = self.round.__table__  # type: ignore[attr-defined]
        return update(table).where(table.c.id == bindparam("round"))

    @cached_property
    def keyed_action(self) -> SelectOfScalar[AnyAction]:
        """The action that a key brought about in a round."""
        row = self.action
        return select(row).where(
            col(row.round_id) == bindparam("round"), col(row.key) == bindparam("key")
        )

    @cached_property
    def played(self) -> Select[dict[str, Any], int]:
        """Who acted in a round, in order: the move, and where its player sat down."""
        row = self.action.__table__.c  # type: ignore[attr-defined]
        acted = (row.round_id == bindparam("round")) & row.seat_id.is_not(None)
        return sa_select(row.data, row.seat_id).where(acted).order_by(row.seq)

    @cached_property
    def latest_lines(self) -> SelectOfScalar[AnyLine]:
        """The lines of a round's latest settlement, in the order they are paid."""
        row = self.line
        mine = col(row.round_id) == bindparam("round")
        newest = select(func.max(row.settlement)).where(mine).scalar_subquery()
        last = col(row.settlement) == newest
        return select(row).where(mine, last).order_by(col(row.place))

    @cached_property
    def seats(self) -> Columns[AnySeat]:
        """What is read of a seat."""
        return Columns(self.seat)

    @cached_property
    def seated(self) -> Prepared:
        """The last thing that happened at each seat of a table."""
        table = self.seat.__table__  # type: ignore[attr-defined]
        other = table.alias("other").c
        newest = sa_select(func.max(other.id)).where(
            other.table_id == bindparam("table"), other.seat == _SEATS.c.seat
        )
        latest = table.c.id == newest.scalar_subquery()
        asked = sa_select(*self.seats.asked).join_from(_SEATS, table, latest)
        return Prepared(asked.order_by(table.c.seat))


REAL = Book(RoundRow, ActionRow, LineRow, SeatRow)
PRACTICE = Book(PracticeRoundRow, PracticeActionRow, PracticeLineRow, PracticeSeatRow)
TABLE, ROUND = Columns(TableRow), Columns(RoundRow)
HOLD = (
    sa_select(col(TableRow.id))
    .where(col(TableRow.number) == bindparam("number"))
    .with_for_update()
)


@cache
def played(keys: int) -> Prepared:
    """A table, the round under way, its last action, and which one had a key: a tap
    asks all of it at once, with so many keys.
    """
    table, row = TableRow.__table__, RoundRow.__table__  # type: ignore[attr-defined]
    action = ActionRow.__table__  # type: ignore[attr-defined]
    first, last = row.alias("first").c, action.alias("last")
    earliest = sa_select(func.min(first.number)).where(
        first.table_id == table.c.id, first.ended_at.is_(None)
    )
    newest = sa_select(func.max(action.c.seq)).where(action.c.round_id == row.c.id)
    used = newest.where(action.c.key.in_([bindparam(f"key{n}") for n in range(keys)]))
    under_way = (
        (row.c.table_id == table.c.id)
        & row.c.ended_at.is_(None)
        & (row.c.number == earliest.scalar_subquery())
    )
    at_last = (last.c.round_id == row.c.id) & (last.c.seq == newest.scalar_subquery())
    latest = (last.c.seq, last.c.digest, used.scalar_subquery())
    asked = sa_select(*TABLE.asked, *ROUND.asked, *latest).select_from(table)
    joined = asked.outerjoin(row, under_way).outerjoin(last, at_last)
    return Prepared(joined.where(table.c.number == bindparam("number")))
