"""Writing to the ledger: accounts are held in one order, a difference is posted once.

Every act at a table writes here, so that nothing on the way is an object of a session.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, tuple_, update
from sqlalchemy import select as sa_select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from house.audit import Act, take_turn
from house.ledger.models import AccountRow, EntryRow, PostingRow
from house.ledger.postings import Account, Cause, Due, Posting, difference
from rulebook import HOUSE, Cite, Cited


@dataclass(frozen=True, slots=True)
class Held:
    """An account that nobody else moves until this transaction ends."""

    id: int
    balance: int
    last_at: datetime | None


# Whoever holds several accounts holds them in this order.
IN_ORDER: Cited[Any] = Cited(col(AccountRow.id), HOUSE.at("LEDGER-3"))
_NAMED = tuple_(col(AccountRow.kind), col(AccountRow.owner), col(AccountRow.unit))
_HOLD = (
    sa_select(
        IN_ORDER.value,
        col(AccountRow.balance),
        col(AccountRow.last_at),
        col(AccountRow.kind),
        col(AccountRow.owner),
        col(AccountRow.unit),
    )
    # The owners lead SQLite to their index: three columns at once it looks through.
    .where(col(AccountRow.owner).in_(bindparam("owners", expanding=True)))
    .where(_NAMED.in_(bindparam("names", expanding=True)))
    .order_by(IN_ORDER.value)
    .with_for_update()
)
_OPEN = {
    "sqlite": sqlite.insert(AccountRow).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(AccountRow).on_conflict_do_nothing(),
}
_POSTED = (
    sa_select(
        col(AccountRow.kind),
        col(AccountRow.owner),
        col(AccountRow.unit),
        func.sum(EntryRow.amount),
        func.max(PostingRow.number),
    )
    .join(EntryRow, col(EntryRow.posting_id) == PostingRow.id)
    .join(AccountRow, col(AccountRow.id) == EntryRow.account_id)
    .where(
        col(PostingRow.cause_kind) == bindparam("kind"),
        col(PostingRow.cause_id) == bindparam("id"),
    )
    .group_by(col(AccountRow.id))
)
_APPEND = insert(PostingRow).returning(col(PostingRow.id))
# SQLite gives numbers back one row at a time: many are written, then looked up.
_APPEND_MANY = insert(PostingRow)
_APPENDED = sa_select(
    col(PostingRow.cause_kind),
    col(PostingRow.cause_id),
    col(PostingRow.number),
    col(PostingRow.id),
).where(
    col(PostingRow.cause_kind).in_(bindparam("kinds", expanding=True)),
    col(PostingRow.cause_id).in_(bindparam("ids", expanding=True)),
)
_ENTER = insert(EntryRow)
ENTERED = ("posting_id", "account_id", "amount", "balance", "at")
_CARRY = (
    update(AccountRow)
    .where(col(AccountRow.id) == bindparam("account"))
    .values(balance=bindparam("comes_to"), last_at=bindparam("since"))
)


def hold(session: Session, accounts: Iterable[Account]) -> Mapping[Account, Held]:
    """Open the accounts that are new, and hold them all, always in the same order."""
    take_turn(session)
    wanted = set(accounts)
    found = _hold(session, wanted)
    if missing := sorted(wanted - found.keys()):
        connection = session.connection()
        connection.execute(
            _OPEN[connection.dialect.name],
            [
                {"kind": a.kind, "owner": a.owner, "unit": a.unit, "balance": 0}
                for a in missing
            ],
        )
        found = _hold(session, wanted)
    return found


def _hold(session: Session, accounts: Collection[Account]) -> dict[Account, Held]:
    names = [(a.kind, a.owner, a.unit) for a in accounts]
    owners = sorted({a.owner for a in accounts})
    asked = {"names": names, "owners": owners}
    rows = session.connection().execute(_HOLD, asked)
    return {Account(*name): Held(id_, sum_, at) for id_, sum_, at, *name in rows}


@dataclass(frozen=True, slots=True)
class Posted:
    """What was posted for a cause until now, and in how many postings."""

    due: Due
    number: int


def posted(session: Session, cause: Cause) -> Posted:
    """What each account was moved by a cause until now."""
    which = {"kind": cause.kind, "id": cause.id}
    rows = session.connection().execute(_POSTED, which).all()
    sums = {Account(*name): int(amount) for *name, amount, _ in rows}
    return Posted(sums, max((row[-1] for row in rows), default=0))


def reconcile(  # noqa: PLR0913
    session: Session,
    cause: Cause,
    due: Due,
    act: Act,
    *,
    kinds: Collection[str],
    rules: tuple[Cite, ...],
    facts: Mapping[str, Any] | None = None,
    before: Posted | None = None,
) -> int | None:
    """Post what a cause is due beyond what was posted: deal, undo, ruling, late claim.

    Nothing is posted where nothing is missing, so that it may be asked any number of
    times; its number in the ledger otherwise. `before` is what was posted, if known.
    """
    before = before or posted(session, cause)
    if not (moves := difference(due, before.due, kinds)):
        return None
    posting = Posting(cause, rules, moves, facts or {})
    return _append(session, posting, before.number + 1, act)


def post(session: Session, posting: Posting, act: Act) -> int:
    """Append a posting of its own accord; its number in the ledger."""
    number = posted(session, posting.cause).number + 1
    return _append(session, posting, number, act)


def _append(session: Session, posting: Posting, number: int, act: Act) -> int:
    """Append a posting, and carry the balance of each account forward."""
    held = hold(session, [account for account, _ in posting.moves])
    at = max((act.now, *(one.last_at for one in held.values() if one.last_at)))
    connection = session.connection()
    id_ = connection.execute(_APPEND, _written(posting, number, at, act)).scalar_one()
    assert id_ is not None
    entries = [
        {
            "posting_id": id_,
            "account_id": held[account].id,
            "amount": amount,
            "balance": held[account].balance + amount,
            "at": at,
        }
        for account, amount in posting.moves
    ]
    connection.execute(_ENTER, entries)
    carried = [
        {"account": e["account_id"], "comes_to": e["balance"], "since": at}
        for e in entries
    ]
    connection.execute(_CARRY, carried)
    return id_


def _written(posting: Posting, number: int, at: datetime, act: Act) -> dict[str, Any]:
    """A posting as its row has it."""
    return {
        "cause_kind": posting.cause.kind,
        "cause_id": posting.cause.id,
        "number": number,
        "rules": list(dict.fromkeys(cite.id for cite in posting.rules)),
        "facts": dict(posting.facts),
        "at": at,
        "by": act.by.id,
        "by_name": act.by.name[:120],
    }


def post_many(session: Session, postings: Sequence[Posting], act: Act) -> None:
    """Append the first postings of many causes at once, holding each account once."""
    if not postings:
        return
    held = hold(session, {account for p in postings for account, _ in p.moves})
    at = max((act.now, *(one.last_at for one in held.values() if one.last_at)))
    number: Counter[Cause] = Counter()
    rows = []
    for posting in postings:
        number[posting.cause] += 1
        rows.append(_written(posting, number[posting.cause], at, act))
    ids = _appended(session, rows)
    balances = {account: one.balance for account, one in held.items()}
    entries = []
    for id_, posting in zip(ids, postings, strict=True):
        for account, amount in posting.moves:
            balances[account] += amount
            entry = (id_, held[account].id, amount, balances[account], at)
            entries.append(dict(zip(ENTERED, entry, strict=True)))
    connection = session.connection()
    connection.execute(_ENTER, entries)
    carried = [
        {"account": held[account].id, "comes_to": comes_to, "since": at}
        for account, comes_to in balances.items()
    ]
    connection.execute(_CARRY, carried)


def _appended(session: Session, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Write postings, and give the number of each in the ledger, in their order."""
    connection = session.connection()
    connection.execute(_APPEND_MANY, rows)
    asked = {
        "kinds": sorted({row["cause_kind"] for row in rows}),
        "ids": sorted({row["cause_id"] for row in rows}),
    }
    read = connection.execute(_APPENDED, asked)
    found = {(kind, id_, number): pk or 0 for kind, id_, number, pk in read}
    return [found[r["cause_kind"], r["cause_id"], r["number"]] for r in rows]
