"""What `flask ledger verify` asks of tournaments: every cent is somebody's."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import String, case, cast, func
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.ledger.models import AccountRow
from house.ledger.verification import checks
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts
from tournaments.money.models import ReceiptRow, ShiftClosedRow

PAID = frozenset(accounts.PAID.values())
BACK = frozenset({accounts.REFUND_DUE, accounts.REFUNDED})
SHARES = frozenset({accounts.POOL, accounts.STAFF, accounts.HOUSE})


@checks
def not_shared(session: Session) -> Iterator[str]:
    """Pool, staff, house and refunds of each tournament are what was paid."""
    shared, held = _of_tournaments(session)
    paid, back = _of_entries(session)
    names = dict(session.exec(select(TournamentRow.id, TournamentRow.name)).all())
    for id_, name in names.items():
        assert id_ is not None
        whose, came = shared.get(id_, 0) + back.get(id_, (0, 0))[0], paid.get(id_, 0)
        if whose != came:
            yield f"{name}: {came} cents were paid and {whose} are somebody’s."
        there = came - back.get(id_, (0, 0))[1]
        if held.get(id_, 0) != there:
            yield f"{name}: {held.get(id_, 0)} cents are held, not {there}."


def _of_tournaments(session: Session) -> tuple[dict[int, int], dict[int, int]]:
    """What is shared and what is held, by tournament."""
    row = AccountRow
    query = sa_select(col(row.owner), col(row.kind), col(row.balance)).where(
        col(row.owner).startswith("tournament "),
        col(row.kind).in_(SHARES | {accounts.HELD}),
    )
    shared: dict[int, int] = {}
    held: dict[int, int] = {}
    for owner, kind, balance in session.execute(query):
        id_ = int(owner.removeprefix("tournament "))
        if kind == accounts.HELD:
            held[id_] = -balance
        else:
            shared[id_] = shared.get(id_, 0) + balance
    return shared, held


def _of_entries(session: Session) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
    """What was paid, and what comes back and was handed out, by tournament."""
    row, owner = AccountRow, "entry " + cast(EntryRow.id, String)

    def of(kinds: frozenset[str]) -> Any:
        return func.sum(case((col(row.kind).in_(kinds), col(row.balance)), else_=0))

    query = (
        sa_select(
            col(EntryRow.tournament_id),
            of(PAID),
            of(BACK),
            of(frozenset({accounts.REFUNDED, accounts.PRIZE})),
        )
        .join(row, col(row.owner) == owner)
        .group_by(col(EntryRow.tournament_id))
    )
    found = session.execute(query).all()
    paid = {id_: -int(cents) for id_, cents, _, _ in found}
    return paid, {id_: (int(back), int(out)) for id_, _, back, out in found}


@checks
def refunded_beyond(session: Session) -> Iterator[str]:
    """No entry gets back more than it paid, nor waits for less than nothing."""
    row = AccountRow
    owed = func.sum(case((col(row.kind).in_(PAID | BACK), col(row.balance)), else_=0))
    least = func.min(case((col(row.kind).in_(BACK), col(row.balance)), else_=0))
    query = (
        sa_select(col(row.owner))
        .where(col(row.owner).startswith("entry "))
        .group_by(col(row.owner))
        .having((owed > 0) | (least < 0))
    )
    for owner in session.execute(query).scalars():
        yield f"{owner.capitalize()} gets back what it did not pay."


@checks
def not_numbered(session: Session) -> Iterator[str]:
    """Receipts of a tournament are numbered from one on without a gap."""
    last, count = func.max(ReceiptRow.number), func.count()
    id_ = col(ReceiptRow.tournament_id)
    query = sa_select(id_, last, count).group_by(id_).having(last != count)
    for tournament, number, found in session.execute(query):
        yield f"Of {number} receipts of tournament {tournament} there are {found}."


@checks
def not_handed_in(session: Session) -> Iterator[str]:
    """A closed drawer is empty: float, takings and differences were handed in."""
    row, owner = AccountRow, "shift " + cast(ShiftClosedRow.shift_id, String)
    left = func.sum(row.balance)
    query = (
        sa_select(col(row.owner), left)
        .join(ShiftClosedRow, col(row.owner) == owner)
        .group_by(col(row.owner))
        .having(left != 0)
    )
    for shift, cents in session.execute(query):
        yield f"{shift.capitalize()} is closed and {cents} cents are left in it."
