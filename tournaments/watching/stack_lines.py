"""How the stack of each went in a stage, posting by posting."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from sqlalchemy import select as sa_select
from sqlmodel import Session, col

from house.ledger.models import AccountRow
from house.ledger.models import EntryRow as LedgerRow
from tournaments.play import accounts
from tournaments.rules.standings import Stands
from tournaments.watching.field import Field
from tournaments.watching.spark import Spark


def stack_lines(
    session: Session, field: Field, part: Collection[Stands]
) -> Mapping[int, Spark]:
    """How the stack of each went in the stage, posting by posting."""
    ids = {one.player.entry: field.ids[one.player.entry] for one in part}
    went = _went(session, ids.values())
    found: dict[int, Spark] = {}
    for one in part:
        there, has = field.tables.get(one.player.at), one.player.stack_chips
        if there is None or has is None:
            continue
        until = there.closed_at
        values = [
            chips
            for at, chips in went.get(ids[one.player.entry], ())
            if at >= there.began_at and (until is None or at < until)
        ]
        if values and values[-1] != has:
            values.append(has)
        if len(values) > 1:
            found[one.player.entry] = Spark(tuple(values))
    return found


def _went(
    session: Session, ids: Iterable[int]
) -> Mapping[int, list[tuple[datetime, int]]]:
    owners = {accounts.stack(entry_id).owner: entry_id for entry_id in ids}
    query = (
        sa_select(col(AccountRow.owner), col(LedgerRow.at), col(LedgerRow.balance))
        .join(AccountRow, col(AccountRow.id) == LedgerRow.account_id)
        .where(
            col(AccountRow.kind) == accounts.STACK,
            col(AccountRow.owner).in_(list(owners)),
        )
        .order_by(col(LedgerRow.id))
    )
    found: dict[int, list[tuple[datetime, int]]] = {}
    for owner, at, chips in session.connection().execute(query):
        found.setdefault(owners[owner], []).append((at, chips))
    return found
