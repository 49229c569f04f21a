"""Every change of one entrant's chips, hand by hand, for themselves."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select as sa_select
from sqlmodel import Session, col

from house.floor.models import TableRow
from house.ledger.models import AccountRow, PostingRow
from house.ledger.models import EntryRow as LedgerRow
from rulebook import HOUSE, Cite
from tournaments.models import EntryRow
from tournaments.play import accounts
from tournaments.play.models import PlaySessionRow, SessionTableRow, TableClosedRow
from tournaments.rules import play_offs

OWN: Cite = HOUSE.at("TOURN-381")
CLOSED = "table closed"
NEVER = datetime.max.replace(tzinfo=UTC)
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
    in_play_off: bool = False  # a session of its own, with chips of its own

    @property
    def is_drawn(self) -> bool:
        """Whether a line of the tournament's stacks goes through it."""
        return not self.is_end and not self.in_play_off


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
    apart = _play_offs(session, ids)
    found: dict[int, list[StackChange]] = {entry_id: [] for entry_id in ids}
    for owner, at, amount, has, kind, facts in session.connection().execute(query):
        off = any(t == facts.get("table") and a <= at <= b for t, a, b in apart)
        said = f"Play-off: {_said(kind, facts)}" if off else _said(kind, facts)
        one = StackChange(at, said, amount, has, kind == CLOSED, off)
        found[owners[owner]].append(one)
    return found


def _play_offs(
    session: Session, ids: Collection[int]
) -> Sequence[tuple[int, datetime, datetime]]:
    """The tables that play-offs were played at, each from when until when."""
    theirs = sa_select(col(EntryRow.tournament_id)).where(
        col(EntryRow.id).in_(list(ids))
    )
    query = (
        sa_select(col(TableRow.number), col(SessionTableRow.at), col(TableClosedRow.at))
        .join(SessionTableRow, col(SessionTableRow.table_id) == TableRow.id)
        .join(PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id)
        .outerjoin(
            TableClosedRow, col(TableClosedRow.session_table_id) == SessionTableRow.id
        )
        .where(
            col(PlaySessionRow.tournament_id).in_(theirs),
            col(PlaySessionRow.stage_at) >= play_offs.FIRST,
        )
    )
    rows = session.execute(query)
    return [(table, began, closed or NEVER) for table, began, closed in rows]


def _said(kind: str, facts: Mapping[str, object]) -> str:
    """Where a change comes from, as a player calls it."""
    table = f"table {facts['table']}" if "table" in facts else ""
    said = WORDS.get(kind, kind.capitalize())
    if kind == "round":
        said = f"Round {facts['round']}" if "round" in facts else "A round"
    return ", ".join(filter(None, (said, table)))
