"""The tables of prizes: what somebody won, and that it was handed out."""

from datetime import datetime

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, optional_key_of, words
from tournaments.rules.payments import Method


class PrizeRow(SignedRow, table=True):
    """A prize: whose, for which places, how much, and until when it waits."""

    __tablename__ = "tournament_prize"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_prize"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    entry_id: int = key_of("tournament_entry", unique=True)
    finished: int  # the place in the play
    first_place: int  # of the prizes, and the last of those that are shared
    last_place: int
    cents: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    collect_by: datetime


class PrizePaidRow(SignedRow, table=True):
    """A prize was handed out, once: how, which paper was seen, who signed as well."""

    __tablename__ = "tournament_prize_paid"

    prize_id: int = key_of("tournament_prize", unique=True)
    method: Method = Field(sa_type=words(Method))
    shift_id: int | None = optional_key_of("cage_shift", index=True)
    identity: str = Field(max_length=120)  # the paper that was seen
    witness: str = Field(max_length=120)  # the second who signs the slip
    note: str = Field(default="", max_length=200)
    marked: bool  # above what the house sets for cash
