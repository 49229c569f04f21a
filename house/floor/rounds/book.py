"""Where rounds are kept: those that count, and those that only teach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import Select, bindparam, func, insert, union_all
from sqlalchemy import select as sa_select
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.floor.models import TableRow, TableStatus
from house.floor.rounds import decks
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
    Seating,
    SeatRow,
)
from house.floor.rounds.replay import MEMORY, Position, advance, begins, start
from house.sealing import Seal

MOST_SEATS = 14


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
    def append(self) -> ReturningInsert[int]:
        """One more action; says which number its row got."""
        table = self.action.__table__  # type: ignore[attr-defined]
        return insert(table).returning(table.c.id)

    @cached_property
    def keyed_action(self) -> SelectOfScalar[AnyAction]:
        """The action that a key brought about in a round."""
        row = self.action
        return select(row).where(
            col(row.round_id) == bindparam("round"), col(row.key) == bindparam("key")
        )

    @cached_property
    def seated(self) -> SelectOfScalar[AnySeat]:
        """The last thing that happened at each seat of a table."""
        row = self.seat
        newest_of = [
            sa_select(func.max(row.id)).where(
                col(row.table_id) == bindparam("table"), col(row.seat) == seat
            )
            for seat in range(1, MOST_SEATS + 1)
        ]
        latest = col(row.id).in_(union_all(*newest_of))
        return select(row).where(latest).order_by(col(row.seat))


REAL = Book(RoundRow, ActionRow, LineRow, SeatRow)
PRACTICE = Book(PracticeRoundRow, PracticeActionRow, PracticeLineRow, PracticeSeatRow)


@dataclass(frozen=True, slots=True)
class Here:
    """What is played at a table: the round under way, or the last one."""

    table: TableRow
    book: Book
    round: AnyRound | None
    last: "Newest | None" = None  # the last action, where it was looked up

    @property
    def under_way(self) -> bool:
        """Whether the round still goes on."""
        return self.round is not None and self.round.ended_at is None


_UNDER_WAY = (
    select(RoundRow)
    .where(
        col(RoundRow.table_id) == bindparam("table"), col(RoundRow.ended_at).is_(None)
    )
    .order_by(col(RoundRow.number))
    .limit(1)
)
_LAST, _KEYED = aliased(ActionRow), aliased(ActionRow)
_USED = sa_select(col(_KEYED.seq)).where(
    col(_KEYED.round_id) == RoundRow.id, col(_KEYED.key) == bindparam("key")
)
_NEWEST = sa_select(func.max(col(ActionRow.seq))).where(
    col(ActionRow.round_id) == RoundRow.id
)
# The same with its last action, and which one had a key: a tap asks only once.
# Ordered by the action as well, SQLite would look through every round of the table.
_PLAYED = _UNDER_WAY.add_columns(
    col(_LAST.seq), col(_LAST.digest), _USED.scalar_subquery()
).outerjoin(
    _LAST,
    (col(_LAST.round_id) == RoundRow.id)
    & (col(_LAST.seq) == _NEWEST.scalar_subquery()),
)


def here(session: Session, table: TableRow, key: str = "") -> Here:
    """What is played at a table: for real while it is open, else to practise.

    A round that counts is played to its end even if its table closed meanwhile.
    """
    which = {"table": table.pk, "key": key}
    if (found := session.execute(_PLAYED, which).first()) is not None:
        row, *latest = found
        newest_ = Newest(*latest) if latest[0] else Newest(0, begins(row))
        return Here(table, REAL, row, newest_)
    book = REAL if table.status is TableStatus.OPEN else PRACTICE
    return Here(table, book, last(session, book, table))


def under_way(session: Session, table: TableRow) -> RoundRow | None:
    """The earliest round at a table that counts and is not over."""
    return session.exec(_UNDER_WAY, params={"table": table.pk}).first()


def kept_since(session: Session, table: TableRow, at: datetime) -> bool:
    """Whether a round was kept at a table that was not over at an instant."""
    found = last(session, REAL, table)
    return found is not None and (found.ended_at is None or found.ended_at >= at)


def last(session: Session, book: Book, table: TableRow) -> AnyRound | None:
    """The newest round at a table."""
    return session.exec(book.last_round, params={"table": table.pk}).first()


def numbered(
    session: Session, book: Book, table: TableRow, number: int
) -> AnyRound | None:
    """The round with this number at a table."""
    which = {"table": table.pk, "number": number}
    return session.exec(book.numbered_round, params=which).first()


def following(session: Session, book: Book, row: AnyRound) -> AnyRound | None:
    """The round after this one, if it has been opened."""
    which = {"table": row.table_id, "number": row.number + 1}
    return session.exec(book.numbered_round, params=which).first()


def actions(
    session: Session, book: Book, row: AnyRound, *, after: int = 0, until: int = 0
) -> Sequence[AnyAction]:
    """The actions of a round in order."""
    kind = book.action
    mine = select(kind).where(col(kind.round_id) == row.pk, col(kind.seq) > after)
    if until:
        mine = mine.where(col(kind.seq) <= until)
    return session.exec(mine.order_by(col(kind.seq))).all()


class Newest(NamedTuple):
    """The last action of a round, and the action that a key already brought about."""

    seq: int
    digest: str
    keyed: int | None = None


def newest(session: Session, book: Book, row: AnyRound, key: str = "") -> Newest:
    """A round's last action, and whether a key was used in it."""
    which = {"round": row.pk, "key": key}
    found = session.execute(book.newest_action, which).first()
    return Newest(*found) if found else Newest(0, begins(row))


def position(
    session: Session,
    book: Book,
    row: AnyRound,
    seal: Seal | None,
    last: Newest | None = None,
) -> Position:
    """How far a round has come."""
    digest = (last or newest(session, book, row)).digest
    known = MEMORY.find(row, digest)
    return known or after(session, book, row, seal)


def append(session: Session, book: Book, action: AnyAction) -> None:
    """Write one more action; its row is never touched again."""
    values = action.model_dump(exclude={"id"})
    found = session.connection().execute(book.append, values)
    action.id = found.scalar_one()


def after(
    session: Session, book: Book, row: AnyRound, seal: Seal | None, until: int = 0
) -> Position:
    """How far a round had come after one of its actions, or after all of them."""
    now, deck = start(row), decks.cards(row, seal)
    for action in actions(session, book, row, until=until):
        now = advance(row, now, action, deck)
    MEMORY.keep(row, now)
    return now


def by_key(session: Session, book: Book, row: AnyRound, key: str) -> AnyAction | None:
    """The action that this key already brought about."""
    which = {"round": row.pk, "key": key}
    return session.exec(book.keyed_action, params=which).first()


def used(
    session: Session, book: Book, row: AnyRound, keys: Sequence[str]
) -> frozenset[str]:
    """Which of these keys have brought something about in a round."""
    kind = book.action
    mine = select(kind.key).where(col(kind.round_id) == row.pk, col(kind.key).in_(keys))
    return frozenset(session.exec(mine))


def at_seq(session: Session, book: Book, row: AnyRound, seq: int) -> AnyAction:
    """The action with this number."""
    kind = book.action
    mine = select(kind).where(col(kind.round_id) == row.pk, col(kind.seq) == seq)
    return session.exec(mine).one()


def seats(session: Session, book: Book, table: TableRow) -> Mapping[int, AnySeat]:
    """Who sits where now: the last thing that happened at each seat."""
    found = session.exec(book.seated, params={"table": table.pk})
    return {row.seat: row for row in found if row.happened is Seating.SIT}


def players(session: Session, book: Book, row: AnyRound) -> Mapping[int, AnySeat]:
    """Who played at each seat of a round: whoever sat there when it last acted."""
    action, seat = book.action, book.seat
    query = (
        select(action.data, seat)
        .join(seat, col(seat.id) == action.seat_id)
        .where(col(action.round_id) == row.pk)
        .order_by(col(action.seq))
    )
    return {data["seat"]: who for data, who in session.exec(query) if "seat" in data}


def lines(session: Session, book: Book, row: AnyRound) -> Sequence[AnyLine]:
    """The lines of a round's latest settlement, in the order they are paid."""
    kind = book.line
    newest_of = select(func.max(kind.settlement)).where(col(kind.round_id) == row.pk)
    mine = select(kind).where(
        col(kind.round_id) == row.pk,
        col(kind.settlement) == newest_of.scalar_subquery(),
    )
    return session.exec(mine.order_by(col(kind.place))).all()
