"""The tables of the ledger: accounts, postings and their entries, never changed."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of
from house.ledger.postings import Account, Cause


class AccountRow(Row, table=True):
    """An account, what its entries come to, and the lock on it.

    The balance is carried forward, so that nobody adds anything up to know it.
    """

    __tablename__ = "ledger_account"
    __table_args__ = (
        UniqueConstraint("kind", "owner", "unit", name="uq_ledger_account"),
        Index("ix_ledger_account_owner", "owner"),
    )

    kind: str = Field(max_length=40)
    owner: str = Field(max_length=80)
    unit: str = Field(max_length=24)
    balance: int = Field(default=0, sa_type=BigInteger)
    last_at: datetime | None = None  # a clock that is moved back moves no account

    @property
    def account(self) -> Account:
        """The account as those know it who post to it."""
        return Account(self.kind, self.owner, self.unit)


class PostingRow(SignedRow, table=True):
    """One balanced movement: what caused it, under which rules, who and when."""

    __tablename__ = "ledger_posting"
    __table_args__ = (
        UniqueConstraint("cause_kind", "cause_id", "number", name="uq_ledger_posting"),
    )

    cause_kind: str = Field(max_length=24)
    cause_id: str = Field(max_length=120)
    number: int  # of the postings with this cause
    rules: list[str] = Field(sa_type=JSON)
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)

    @property
    def cause(self) -> Cause:
        """What it comes from."""
        return Cause(self.cause_kind, self.cause_id)


class EntryRow(Row, table=True):
    """What a posting moves on one account, and what that comes to with it."""

    __tablename__ = "ledger_entry"
    __table_args__ = (
        UniqueConstraint("posting_id", "account_id", name="uq_ledger_entry"),
        Index("ix_ledger_entry_account", "account_id", "at", "id"),
    )

    posting_id: int = key_of("ledger_posting")
    account_id: int = key_of("ledger_account")
    amount: int = Field(sa_type=BigInteger)
    balance: int = Field(sa_type=BigInteger)
    at: datetime
