"""Where rounds are kept: those that count, and those that only teach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from house.floor.models import TableRow, TableStatus
from house.floor.rounds import decks
from house.floor.rounds.models import (
    AnyAction,
    AnyLine,
    AnyRound,
    AnySeat,
    RoundRow,
    Seating,
)
from house.floor.rounds.questions import (
    HOLD,
    PRACTICE,
    REAL,
    ROUND,
    TABLE,
    Book,
    played,
)
from house.floor.rounds.replay import MEMORY, Position, advance, begins, start
from house.sealing import Seal

__all__ = ["PRACTICE", "REAL", "Book"]  # what others take from here


STEM = 58  # of a key, before the number of a further action under it


@dataclass(frozen=True, slots=True)
class RoundAtTable:
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


def held(session: Session, number: int, keys: Sequence[str]) -> RoundAtTable | None:
    """A table, held against others until the act is done, and what is played there."""
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        # First and by itself: what is read with a lock may be older than the lock.
        connection.execute(HOLD, {"number": number})
    return _here(session, number, keys, anew=True)


def here(session: Session, table: TableRow, keys: Sequence[str] = ()) -> RoundAtTable:
    """What is played at a table."""
    found = _here(session, table.number, keys)
    assert found is not None, "A table stays where it is."
    return found


def _here(
    session: Session, number: int, keys: Sequence[str], *, anew: bool = False
) -> RoundAtTable | None:
    """What is played at a table: for real while it is open, else to practise.

    A round that counts is played to its end even if its table closed meanwhile.
    """
    session.flush()
    named = {f"key{place}": key for place, key in enumerate(keys)}
    found = played(len(keys)).first(session.connection(), number=number, **named)
    if found is None:
        return None
    table = TABLE.watched(session, found[: len(TABLE)], anew=anew)
    if found[len(TABLE)] is not None:
        row = ROUND.watched(session, found[len(TABLE) : -3], anew=anew)
        newest_ = Newest(*found[-3:]) if found[-3] else Newest(0, begins(row))
        return RoundAtTable(table, REAL, row, newest_)
    book = REAL if table.status is TableStatus.OPEN else PRACTICE
    return RoundAtTable(table, book, last(session, book, table))


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
    """The last action of a round, and the last one that a key brought about."""

    seq: int
    digest: str
    keyed: int | None = None


def newest(session: Session, book: Book, row: AnyRound, key: str = "") -> Newest:
    """A round's last action, and whether a key was used in it."""
    which = {"round": row.pk, "key": key}
    found = session.execute(book.newest_action, which).first()
    return Newest(*found) if found else Newest(0, begins(row))


def seq_now(session: Session, here: RoundAtTable) -> int:
    """The number of the last action of what is played at a table; 0: none yet."""
    if here.round is None:
        return 0
    return (here.last or newest(session, here.book, here.round)).seq


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
    values = {name: value for name, value in action if name != "id"}
    book.append.run(session.connection(), **values)


def mark(session: Session, book: Book, row: AnyRound, **values: Any) -> None:
    """Write beside a round what its actions brought: no session need look for it."""
    new = {name: v for name, v in values.items() if getattr(row, name) != v}
    if not new:
        return
    session.connection().execute(book.marked, {"round": row.pk} | new)
    for name, value in new.items():
        set_committed_value(row, name, value)


def after(
    session: Session, book: Book, row: AnyRound, seal: Seal | None, until: int = 0
) -> Position:
    """How far a round had come after one of its actions, or after all of them."""
    now, deck = start(row), decks.cards(row, seal)
    for action in actions(session, book, row, until=until):
        now = advance(row, now, action, deck)
    MEMORY.keep(now)
    return now


def by_key(session: Session, book: Book, row: AnyRound, key: str) -> AnyAction | None:
    """The action that this key already brought about."""
    which = {"round": row.pk, "key": key}
    return session.exec(book.keyed_action, params=which).first()


def numbered_key(key: str, number: int) -> str:
    """The key of one of several actions that are done under one key."""
    return key if number == 1 else f"{key[:STEM]}/{number}"


def together(
    session: Session, book: Book, row: AnyRound, key: str
) -> Sequence[AnyAction]:
    """The actions that one key brought about, in order: a ruling may need several.

    All but the first have its key with a number behind a stroke, which no sender may
    put into a key.
    """
    kind, stem = book.action, key.partition("/")[0][:STEM]
    alike = col(kind.key).startswith(stem, autoescape=True)
    mine = select(kind).where(col(kind.round_id) == row.pk, alike)
    found = session.exec(mine.order_by(col(kind.seq))).all()
    return [one for one in found if one.key.partition("/")[0][:STEM] == stem]


def at_seq(session: Session, book: Book, row: AnyRound, seq: int) -> AnyAction:
    """The action with this number."""
    kind = book.action
    mine = select(kind).where(col(kind.round_id) == row.pk, col(kind.seq) == seq)
    return session.exec(mine).one()


def seats(session: Session, book: Book, table: TableRow) -> Mapping[int, AnySeat]:
    """Who sits where now: the last thing that happened at each seat."""
    session.flush()
    found = book.seated.all(session.connection(), table=table.pk)
    rows = map(book.seats.loose, found)
    return {row.seat: row for row in rows if row.happened is Seating.SIT}


def players(session: Session, book: Book, row: AnyRound) -> Mapping[int, AnySeat]:
    """Who played at each seat of a round: whoever sat there when it last acted."""
    acted = session.execute(book.played, {"round": row.pk})
    sat = {data["seat"]: seat_id for data, seat_id in acted if "seat" in data}
    return {seat: session.get_one(book.seat, which) for seat, which in sat.items()}


def lines(session: Session, book: Book, row: AnyRound) -> Sequence[AnyLine]:
    """The lines of a round's latest settlement, in the order they are paid."""
    return session.exec(book.latest_lines, params={"round": row.pk}).all()
