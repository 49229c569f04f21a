"""The tables of receipts and shifts; every amount is on the ledger."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words
from tournaments.rules.payments import Method


class ReceiptKind(StrEnum):
    """What a receipt is for."""

    ENTRY = "entry"  # entry fee and buy-in
    REBUY = "re-buy"
    ADD_ON = "add-on"
    BUY_BACK = "buy-back"
    REPECHAGE = "repechage fee"
    REFUND = "refund"
    CORRECTION = "correction"  # it was paid by another method
    GIVEN_BACK = "given back"  # it was not to be sold


class ShiftRow(Row, table=True):
    """Somebody opened a drawer; its float is on the ledger."""

    __tablename__ = "cage_shift"

    at: datetime
    by: str = Field(max_length=64, index=True)
    by_name: str = Field(max_length=120)


class ShiftClosedRow(SignedRow, table=True):
    """A drawer was counted and handed in, once."""

    __tablename__ = "cage_shift_closed"

    shift_id: int = key_of("cage_shift", unique=True)
    note: str = Field(default="", max_length=400)


class ReceiptRow(SignedRow, table=True):
    """One payment, or money given back: numbered without a gap in its tournament."""

    __tablename__ = "tournament_receipt"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_receipt"),
        UniqueConstraint("corrects_id", "kind", name="uq_tournament_receipt_corrects"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    entry_id: int = key_of("tournament_entry", index=True)
    kind: ReceiptKind = Field(sa_type=words(ReceiptKind))
    method: Method = Field(sa_type=words(Method))
    shift_id: int | None = optional_key_of("cage_shift", index=True)
    corrects_id: int | None = optional_key_of("tournament_receipt")
    note: str = Field(default="", max_length=400)


class ReceiptPrintRow(SignedRow, table=True):
    """A receipt was printed: nought is the original, and each later one a copy."""

    __tablename__ = "tournament_receipt_print"
    __table_args__ = (
        UniqueConstraint("receipt_id", "number", name="uq_tournament_receipt_print"),
    )

    receipt_id: int = key_of("tournament_receipt")
    number: int
