"""Adding the whole ledger up: what does not balance, and what is not as it is due."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import func
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house import checks as house_checks
from house.checks import Outcome, Progress
from house.ledger.models import AccountRow, EntryRow, PostingRow
from rulebook import HOUSE

ADDS_UP = HOUSE.at("LEDGER-1")
# What another room finds wrong with its own part of the ledger, in sentences.
Check = Callable[[Session], Iterable[str]]
_ROOMS: list[Check] = []


def checks(check: Check) -> Check:
    """Let a room outside the house say what is wrong with its own part."""
    _ROOMS.append(check)
    return check


@dataclass(frozen=True, slots=True)
class Finding:
    """How much was added up, and everything wrong with it."""

    accounts: int
    postings: int
    wrong: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong


def verify(session: Session, rooms: Iterable[Check] = ()) -> Finding:
    """Add every posting and every account up, and ask each room about its own."""
    own = (_unbalanced, _empty, _uncounted, _not_carried, _not_the_sum)
    every = (*own, *rooms, *_ROOMS)
    return Finding(
        session.exec(select(func.count()).select_from(AccountRow)).one(),
        session.exec(select(func.count()).select_from(PostingRow)).one(),
        tuple(sentence for check in every for sentence in check(session)),
    )


def check(checks: Iterable[Check]) -> house_checks.Check:
    """The whole ledger as one of the house's checks, with what rooms find in it."""

    def look(session: Session, _progress: Progress) -> Outcome:
        found = verify(session, checks)
        said = f"{found.postings:,} postings, {found.accounts:,} accounts"
        return Outcome(found.postings, said, found.wrong)

    return house_checks.Check("ledger", look)


def _unbalanced(session: Session) -> Iterator[str]:
    rest = func.sum(EntryRow.amount)
    query = (
        sa_select(col(EntryRow.posting_id), col(AccountRow.unit), rest)
        .join(AccountRow, col(AccountRow.id) == EntryRow.account_id)
        .group_by(col(EntryRow.posting_id), col(AccountRow.unit))
        .having(rest != 0)
    )
    for posting, unit, amount in session.execute(query):
        yield f"Posting {posting} does not balance: {amount} {unit} are left."


def _empty(session: Session) -> Iterator[str]:
    entry = select(EntryRow.id).where(col(EntryRow.posting_id) == PostingRow.id)
    query = select(PostingRow.id).where(~entry.exists())
    for posting in session.exec(query):
        yield f"Posting {posting} moves nothing."


def _uncounted(session: Session) -> Iterator[str]:
    """A cause whose postings are not numbered from one on has lost some."""
    cause = col(PostingRow.cause_kind), col(PostingRow.cause_id)
    last, count = func.max(PostingRow.number), func.count()
    query = sa_select(*cause, last, count).group_by(*cause).having(last != count)
    for kind, id_, number, found in session.execute(query):
        yield f"Of {number} postings of {kind} {id_} there are {found}."


def _not_carried(session: Session) -> Iterator[str]:
    """The balance beside each entry is the sum of the entries up to it."""
    entry = EntryRow
    so_far = func.sum(entry.amount).over(
        partition_by=col(entry.account_id), order_by=col(entry.id)
    )
    added = sa_select(
        col(entry.id), col(entry.account_id), col(entry.balance), so_far.label("sum")
    ).subquery()
    query = sa_select(added).where(added.c.balance != added.c.sum)
    for id_, account, balance, amount in session.execute(query):
        yield f"Entry {id_} of account {account} says {balance}; it comes to {amount}."


def _not_the_sum(session: Session) -> Iterator[str]:
    total = func.coalesce(func.sum(EntryRow.amount), 0)
    query = (
        sa_select(AccountRow, total)
        .outerjoin(EntryRow, col(EntryRow.account_id) == AccountRow.id)
        .group_by(col(AccountRow.id))
        .having(total != col(AccountRow.balance))
    )
    for row, amount in session.execute(query):
        yield f"The {row.account} says {row.balance}; its entries come to {amount}."
