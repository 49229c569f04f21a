"""Signs at tables: put up, taken down, never changed; each break starts them anew."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, func, select

from game.signs import Sign
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.sign_models import SignKind, SignRemovalRow, SignRow
from house.venue import Venue
from rulebook import HOUSE, Refusal

CLOCK = HOUSE.at("SIGNS-4")


def put_up(
    session: Session,
    table: TableRow,
    kind: SignKind,
    says: dict[str, Any],
    act: Act,
) -> SignRow:
    """Put a notice up at a table, from this moment on."""
    mine = select(func.max(SignRow.serial)).where(col(SignRow.table_id) == table.pk)
    sign = SignRow(
        table_id=table.pk,
        serial=(session.exec(mine).one() or 0) + 1,
        kind=kind,
        says=says,
        displayed_at=act.now,
        displayed_by=act.by.name,
    )
    session.add(sign)
    session.flush()
    return sign


def take_down(session: Session, signs: Iterable[SignRow], why: str, act: Act) -> None:
    """Take notices down at this moment."""
    for sign in signs:
        session.add(
            SignRemovalRow(
                sign_id=sign.pk,
                taken_down_at=act.now,
                taken_down_by=act.by.name,
                why=why,
            )
        )
    session.flush()


def up(session: Session, table_ids: Iterable[int]) -> Sequence[SignRow]:
    """Every notice that is up at these tables, the oldest first."""
    query = (
        select(SignRow)
        .join(SignRemovalRow, col(SignRemovalRow.sign_id) == SignRow.id, isouter=True)
        .where(col(SignRow.table_id).in_(list(table_ids)))
        .where(col(SignRemovalRow.id).is_(None))
        .order_by(col(SignRow.table_id), col(SignRow.serial))
    )
    return session.exec(query).all()


def history(
    session: Session, table: TableRow, limit: int = 12
) -> Sequence[tuple[SignRow, SignRemovalRow | None]]:
    """The latest notices of a table, each with its end if it has one."""
    query = (
        select(SignRow, SignRemovalRow)
        .join(SignRemovalRow, col(SignRemovalRow.sign_id) == SignRow.id, isouter=True)
        .where(col(SignRow.table_id) == table.pk)
        .order_by(col(SignRow.serial).desc())
    )
    return session.exec(query.limit(limit)).all()


def as_rule(sign: SignRow | None, removal: SignRemovalRow | None = None) -> Sign:
    """The sign as the rules weigh it."""
    if sign is None:
        return Sign(None)
    return Sign(sign.displayed_at, removal.taken_down_at if removal else None)


def last_moment(session: Session, table: TableRow) -> datetime | None:
    """The last instant at which a sign went up or came down at a table."""
    query = (
        select(func.max(SignRow.displayed_at), func.max(SignRemovalRow.taken_down_at))
        .join(SignRemovalRow, col(SignRemovalRow.sign_id) == SignRow.id, isouter=True)
        .where(col(SignRow.table_id) == table.pk)
    )
    moments = [moment for moment in session.exec(query).one() if moment is not None]
    return max(moments, default=None)


def clock_moved_back(
    session: Session, table: TableRow, now: datetime, venue: Venue
) -> Refusal | None:
    """Why nothing can be announced: the clock shows less than it did before."""
    last = last_moment(session, table)
    if last is None or now >= last:
        return None
    wrong = (
        f"The clock of the house shows {venue.short(now)}, but the last sign at "
        f"table {table.number} is of {venue.short(last)}."
    )
    return Refusal(CLOCK, wrong, "Set the clock right, then announce it.")
