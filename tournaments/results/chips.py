"""Every change of one entrant's chips, hand by hand, for themselves."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select as sa_select
from sqlmodel import Session, col

from house.ledger.models import AccountRow, PostingRow
from house.ledger.models import EntryRow as LedgerRow
from rulebook import HOUSE, Cite
from tournaments.play import accounts

OWN: Cite = HOUSE.at("TOURN-381")
CLOSED = "table closed"
WORDS = {
    "session table": "Chips to begin with",
    CLOSED: "Counted and closed",
    "stacks keyed": "Hands, as they were keyed",
    "chips moved": "Chips bought or exchanged",
    "called off": "The session was called off",
}


@dataclass(frozen=True, slots=True)
class StackChange:
    """One change: when, where from, by how much, and what it came to."""

    at: datetime
    what: str
    chips: int
    has: int
    is_end: bool = False  # chips are given back once a table is counted


def moved(
    session: Session, ids: Collection[int]
) -> Mapping[int, Sequence[StackChange]]:
    """Every change of these entries' stacks, the first one first."""
    owners = {accounts.stack(entry_id).owner: entry_id for entry_id in ids}
    query = (
        sa_select(
            col(AccountRow.owner),
            col(LedgerRow.at),
            col(LedgerRow.amount),
            col(LedgerRow.balance),
            col(PostingRow.cause_kind),
            col(PostingRow.facts),
        )
        .join(AccountRow, col(AccountRow.id) == LedgerRow.account_id)
        .join(PostingRow, col(PostingRow.id) == LedgerRow.posting_id)
        .where(
            col(AccountRow.kind) == accounts.STACK,
            col(AccountRow.owner).in_(list(owners)),
        )
        .order_by(col(LedgerRow.id))
    )
    found: dict[int, list[StackChange]] = {entry_id: [] for entry_id in ids}
    for owner, at, amount, has, kind, facts in session.connection().execute(query):
        one = StackChange(at, _said(kind, facts), amount, has, kind == CLOSED)
        found[owners[owner]].append(one)
    return found


def _said(kind: str, facts: Mapping[str, object]) -> str:
    """Where a change comes from, as a player calls it."""
    table = f"table {facts['table']}" if "table" in facts else ""
    said = WORDS.get(kind, kind.capitalize())
    if kind == "round":
        said = f"Round {facts['round']}" if "round" in facts else "A round"
    return ", ".join(filter(None, (said, table)))
