"""The tables of refunds: written once, never rewritten."""

from sqlalchemy import JSON
from sqlmodel import Field

from house.db import SignedRow, key_of, words
from tournaments.rules.refunds import Cause


class RefundRow(SignedRow, table=True):
    """Why something comes back to an entrant, and under which rules."""

    __tablename__ = "tournament_refund"

    entry_id: int = key_of("tournament_entry", index=True)
    cause: Cause = Field(sa_type=words(Cause))
    why: str = Field(max_length=400)
    rule_ids: list[str] = Field(sa_type=JSON)


class RefundPaidRow(SignedRow, table=True):
    """A refund was handed out: by whom, how, and once."""

    __tablename__ = "tournament_refund_paid"

    refund_id: int = key_of("tournament_refund", unique=True)
    how: str = Field(max_length=200)
