"""Looking at the ledger: what an account comes to, now and then, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, tuple_
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.ledger.models import AccountRow, EntryRow, PostingRow
from house.ledger.postings import Account, Cause
from rulebook import Cite

PAGE = 25
_NAMED = tuple_(col(AccountRow.kind), col(AccountRow.owner), col(AccountRow.unit))
_BALANCE = sa_select(
    col(AccountRow.kind),
    col(AccountRow.owner),
    col(AccountRow.unit),
    col(AccountRow.balance),
).where(
    # The owners lead SQLite to their index: three columns at once it looks through.
    col(AccountRow.owner).in_(bindparam("owners", expanding=True)),
    _NAMED.in_(bindparam("names", expanding=True)),
)
_THEN = (
    sa_select(col(EntryRow.balance))
    .where(
        col(EntryRow.account_id) == AccountRow.id, col(EntryRow.at) < bindparam("at")
    )
    .order_by(col(EntryRow.at).desc(), col(EntryRow.id).desc())
    .limit(1)
)
_BEFORE = sa_select(
    col(AccountRow.kind),
    col(AccountRow.owner),
    col(AccountRow.unit),
    _THEN.scalar_subquery(),
).where(_NAMED.in_(bindparam("names", expanding=True)))


def balances(session: Session, accounts: Iterable[Account]) -> Mapping[Account, int]:
    """What each of these accounts comes to; nothing where none was opened."""
    names = [(a.kind, a.owner, a.unit) for a in accounts]
    asked = {"names": names, "owners": sorted({owner for _, owner, _ in names})}
    rows = session.connection().execute(_BALANCE, asked)
    return {Account(*name): balance for *name, balance in rows}


def below_nothing(
    session: Session, kind: str, of: str
) -> Sequence[tuple[Account, int]]:
    """The accounts of a kind, of such owners, that come to less than nothing."""
    query = select(AccountRow).where(
        col(AccountRow.kind) == kind,
        col(AccountRow.owner).startswith(f"{of} "),
        col(AccountRow.balance) < 0,
    )
    return [(row.account, row.balance) for row in session.exec(query)]


def before(
    session: Session, accounts: Iterable[Account], at: datetime
) -> Mapping[Account, int]:
    """What each of these accounts came to just before an instant."""
    names = [(a.kind, a.owner, a.unit) for a in accounts]
    rows = session.connection().execute(_BEFORE, {"names": names, "at": at})
    return {Account(*name): balance or 0 for *name, balance in rows}


@dataclass(frozen=True, slots=True)
class Explained:
    """One posting to an account: what it moved, why, under which rules, who, when."""

    entry: EntryRow
    posting: PostingRow
    beside: Sequence[tuple[Account, int]]  # what else it moved

    @property
    def rules(self) -> tuple[Cite, ...]:
        """The rules it was posted under."""
        found = (Cite.kept(id_) for id_ in self.posting.rules)
        return tuple(cite for cite in found if cite is not None)


def explained(
    session: Session, row: AccountRow, until: int | None = None, limit: int = PAGE
) -> Sequence[Explained]:
    """The postings to an account, the newest first, never more than a page."""
    query = (
        select(EntryRow, PostingRow)
        .join(PostingRow, col(PostingRow.id) == EntryRow.posting_id)
        .where(col(EntryRow.account_id) == row.pk)
        .order_by(col(EntryRow.at).desc(), col(EntryRow.id).desc())
        .limit(limit)
    )
    if until is not None:
        query = query.where(col(EntryRow.id) < until)
    found = session.exec(query).all()
    moves = _moves(session, [posting.pk for _, posting in found])
    return [
        Explained(
            entry,
            posting,
            [move for move in moves.get(posting.pk, ()) if move[0] != row.account],
        )
        for entry, posting in found
    ]


def _moves(
    session: Session, postings: Sequence[int]
) -> Mapping[int, list[tuple[Account, int]]]:
    query = (
        select(EntryRow, AccountRow)
        .join(AccountRow, col(AccountRow.id) == EntryRow.account_id)
        .where(col(EntryRow.posting_id).in_(postings))
        .order_by(col(EntryRow.id))
    )
    found: dict[int, list[tuple[Account, int]]] = {}
    for entry, row in session.exec(query):
        found.setdefault(entry.posting_id, []).append((row.account, entry.amount))
    return found


def last(session: Session, cause: Cause) -> PostingRow | None:
    """The newest posting that comes from a cause."""
    mine = select(PostingRow).where(
        col(PostingRow.cause_kind) == cause.kind, col(PostingRow.cause_id) == cause.id
    )
    return session.exec(mine.order_by(col(PostingRow.number).desc()).limit(1)).first()


def of_owner(session: Session, owner: str) -> Sequence[AccountRow]:
    """Every account of an owner."""
    mine = select(AccountRow).where(col(AccountRow.owner) == owner)
    return session.exec(mine.order_by(col(AccountRow.kind), col(AccountRow.unit))).all()
