"""Signs at tables: put up, taken down, never changed; each break starts them anew."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from game.signs import Sign
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.signs.models import SignKind, SignRemovalRow, SignRow


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
                # A clock kept right may step back by a moment, a sign never does.
                taken_down_at=max(act.now, sign.displayed_at),
                taken_down_by=act.by.name,
                why=why,
            )
        )
    session.flush()


_UP = (
    select(SignRow)
    .join(SignRemovalRow, col(SignRemovalRow.sign_id) == SignRow.id, isouter=True)
    .where(col(SignRow.table_id).in_(bindparam("tables", expanding=True)))
    .where(col(SignRemovalRow.id).is_(None))
    .order_by(col(SignRow.table_id), col(SignRow.serial))
)


def up(session: Session, table_ids: Iterable[int]) -> Sequence[SignRow]:
    """Every notice that is up at these tables, the oldest first."""
    return session.exec(_UP, params={"tables": list(table_ids)}).all()


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
