"""The table of the prize store: a thing comes in for one prize, or goes out again."""

from enum import StrEnum

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class StockMove(StrEnum):
    """Which way a thing went."""

    IN = "in"
    OUT = "out"


class StoreRow(SignedRow, table=True):
    """A thing came into the store for one prize, or was taken out; numbered by thing.

    The numbers of a thing have no gap and none twice: whoever comes second, in
    another promotion as well, finds the thing promised.
    """

    __tablename__ = "promotion_store"
    __table_args__ = (
        UniqueConstraint("thing", "number", name="uq_promotion_store_thing"),
    )

    thing: str = Field(max_length=64)  # its own mark: serial, plate, voucher
    number: int
    moved: StockMove = Field(sa_type=words(StockMove))
    promotion_id: int = key_of("promotion", index=True)
    prize: int  # as the terms number it
    cost_cents: int = Field(sa_type=BigInteger)
    note: str = Field(max_length=200)  # where it came from, or why it left
