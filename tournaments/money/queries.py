"""What a tournament's money comes to: entries, pool, receipts. Sums of the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func
from sqlalchemy import select as sa_select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from house import bare
from house.ledger import queries as ledger
from house.ledger.models import AccountRow, EntryRow, PostingRow
from house.ledger.postings import Account
from tournaments.models import EntryRow as Entered
from tournaments.models import TournamentRow
from tournaments.money import accounts
from tournaments.money.models import ReceiptRow
from tournaments.rules import prizes
from tournaments.rules.payments import PaidFor, Shares
from tournaments.rules.terms import Terms

BY_KIND = {kind: what for what, kind in accounts.PAID.items()}
RECEIPT = "receipt"  # what a posting of a receipt comes from
SHARES = (accounts.POOL, accounts.STAFF, accounts.HOUSE)


@dataclass(frozen=True, slots=True)
class EntryMoney:
    """What an entry has paid, what is still due back, what was handed out."""

    paid: Mapping[PaidFor, int] = field(default_factory=dict)
    due_cents: int = 0
    refunded_cents: int = 0
    chips_due: int = 0

    @property
    def paid_cents(self) -> int:
        """All that was paid."""
        return sum(self.paid.values())

    @property
    def back_cents(self) -> int:
        """All that comes back, handed out or not."""
        return self.due_cents + self.refunded_cents


NOTHING = EntryMoney()


def of_entries(session: Session, entry_ids: Iterable[int]) -> Mapping[int, EntryMoney]:
    """The money of each of these entries; none where nothing was paid."""
    owners = [f"entry {entry_id}" for entry_id in entry_ids]
    rows = session.exec(select(AccountRow).where(col(AccountRow.owner).in_(owners)))
    found: dict[int, dict[str, int]] = {}
    for row in rows:
        mine = found.setdefault(accounts.entry_of(row.owner), {})
        mine[row.kind] = row.balance
    return {entry_id: _money(kinds) for entry_id, kinds in found.items()}


def chips_due(session: Session, tournament: TournamentRow) -> Mapping[int, int]:
    """The chips that wait for entrants of a tournament, by entry."""
    mine = (
        sa_select(col(Entered.id), col(AccountRow.balance))
        .join(AccountRow, accounts.is_chips_due_to(col(Entered.id)))
        .where(
            col(Entered.tournament_id) == tournament.pk, col(AccountRow.balance) != 0
        )
    )
    return dict(bare.rows(session, mine))


def of_entry(session: Session, entry_id: int) -> EntryMoney:
    """The money of one entry."""
    return of_entries(session, [entry_id]).get(entry_id, NOTHING)


def _money(kinds: Mapping[str, int]) -> EntryMoney:
    return EntryMoney(
        {what: -kinds[kind] for kind, what in BY_KIND.items() if kinds.get(kind)},
        kinds.get(accounts.REFUND_DUE, 0),
        kinds.get(accounts.REFUNDED, 0),
        kinds.get(accounts.CHIPS_DUE, 0),
    )


def shares_of(session: Session, entry_id: int) -> Mapping[PaidFor, Shares]:
    """How everything that an entry paid was shared, payment by payment."""
    mine, beside = aliased(EntryRow), aliased(EntryRow)
    whose, share = aliased(AccountRow), aliased(AccountRow)
    query = (
        sa_select(col(whose.kind), col(share.kind), func.sum(beside.amount))
        .join(mine, col(mine.account_id) == whose.id)
        .join(beside, col(beside.posting_id) == mine.posting_id)
        .join(share, col(share.id) == beside.account_id)
        .where(
            col(whose.owner) == f"entry {entry_id}",
            col(whose.kind).in_(BY_KIND),
            col(share.kind).in_(SHARES),
        )
        .group_by(col(whose.kind), col(share.kind))
    )
    found: dict[PaidFor, dict[str, int]] = {}
    for kind, into, cents in session.execute(query):
        found.setdefault(BY_KIND[kind], {})[into] = int(cents)
    return {
        what: Shares(*(parts.get(kind, 0) for kind in SHARES))
        for what, parts in found.items()
    }


@dataclass(frozen=True, slots=True)
class Takings:
    """What a tournament has taken and whose it is."""

    pool_cents: int = 0
    staff_cents: int = 0
    house_cents: int = 0
    held_cents: int = 0


def takings(session: Session, tournament: TournamentRow) -> Takings:
    """What of the payments is the pool's, the staff's and the house's, and held."""
    mine = [
        accounts.of_tournament(tournament.pk, kind) for kind in (*SHARES, accounts.HELD)
    ]
    found = ledger.balances(session, mine)
    pool, staff, house, held = (found.get(account, 0) for account in mine)
    return Takings(pool, staff, house, -held)


def pool_cents(session: Session, tournament: TournamentRow, terms: Terms) -> int:
    """The prize pool as it stands: what was paid into it, and what the terms add."""
    return prizes.pool_cents(terms, takings(session, tournament).pool_cents)


def receipts(
    session: Session, tournament: TournamentRow, entry_id: int | None = None
) -> Sequence[ReceiptRow]:
    """The receipts of a tournament, or of one entry, in the order of their numbers."""
    mine = select(ReceiptRow).where(col(ReceiptRow.tournament_id) == tournament.pk)
    if entry_id is not None:
        mine = mine.where(col(ReceiptRow.entry_id) == entry_id)
    return session.exec(mine.order_by(col(ReceiptRow.number))).all()


def receipt(
    session: Session, tournament: TournamentRow, number: int
) -> ReceiptRow | None:
    """The receipt of this number."""
    if not 0 < number < 2**31:
        return None
    one = select(ReceiptRow).where(
        col(ReceiptRow.tournament_id) == tournament.pk, col(ReceiptRow.number) == number
    )
    return session.exec(one).first()


def moves_of(
    session: Session, receipt_ids: Iterable[int]
) -> Mapping[int, Mapping[Account, int]]:
    """What each of these receipts moved, account by account."""
    query = (
        sa_select(col(PostingRow.cause_id), AccountRow, func.sum(EntryRow.amount))
        .join(EntryRow, col(EntryRow.posting_id) == PostingRow.id)
        .join(AccountRow, col(AccountRow.id) == EntryRow.account_id)
        .where(
            col(PostingRow.cause_kind) == RECEIPT,
            col(PostingRow.cause_id).in_([str(id_) for id_ in receipt_ids]),
        )
        .group_by(col(PostingRow.cause_id), col(AccountRow.id))
    )
    found: dict[int, dict[Account, int]] = {}
    for cause, row, amount in session.execute(query):
        found.setdefault(int(cause), {})[row.account] = int(amount)
    return found
