"""The tables of what people bring to a table and are paid there: all append-only."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class Chips(StrEnum):
    """Which chips of a player are spoken of."""

    BOUGHT = "bought"
    BROUGHT = "brought"
    LEFT_WITH = "left with"


class DeclaredRow(SignedRow, table=True):
    """Chips of a player as the dealer saw them, and as the player declared them."""

    __tablename__ = "declared_chips"
    __table_args__ = (
        CheckConstraint("seen >= 0 AND declared >= 0", name="counts"),
        Index("ix_declared_chips_sitting", "sitting_id"),
    )

    sitting_id: int = key_of("round_seat")
    table_id: int = key_of("gaming_table")
    patron_id: int = key_of("patron", index=True)
    chips: Chips = Field(sa_type=words(Chips))
    seen: int = Field(sa_type=BigInteger)
    declared: int = Field(sa_type=BigInteger)
    terminal: str = Field(default="", max_length=40)  # that sold them, if one did
    key: str = Field(max_length=80, unique=True)


class PaidRow(SignedRow, table=True):
    """What a seat was really paid in a round, beside what the settlement says."""

    __tablename__ = "paid_seat"
    __table_args__ = (
        UniqueConstraint("round_id", "seat", "settlement", name="uq_paid_seat"),
    )

    round_id: int = key_of("game_round")
    settlement: int
    seat: int
    patron_id: int | None = optional_key_of("patron")
    due: int = Field(sa_type=BigInteger)  # stakes that go back, and winnings
    paid: int = Field(sa_type=BigInteger)
    payment_id: int | None = optional_key_of("payment", index=True)


class BackedRow(Row, table=True):
    """A jackpot wager of one player on the box of another, as a supervisor allowed."""

    __tablename__ = "backed_jackpot"
    __table_args__ = (
        UniqueConstraint("round_id", "seat", name="uq_backed_jackpot_seat"),
    )

    round_id: int = key_of("game_round")
    seat: int  # the box it lies on
    backer_seat: int
    backer_patron_id: int | None = optional_key_of("patron")
    backer: str = Field(max_length=80)
    amount: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    allowed_by: str = Field(max_length=64)
    allowed_by_name: str = Field(max_length=120)
    at: datetime


class JackpotLineRow(Row, table=True):
    """What a jackpot wager came to: lost, paid at the table, or claimed of a meter."""

    __tablename__ = "jackpot_line"
    __table_args__ = (
        UniqueConstraint("round_id", "settlement", "place", name="uq_jackpot_line"),
    )

    round_id: int = key_of("game_round")
    settlement: int
    place: int  # in the order in which it is paid
    seat: int
    player: str = Field(max_length=80)
    patron_id: int | None = optional_key_of("patron", index=True)
    hand: str = Field(max_length=32)
    folded: bool
    stake: int = Field(sa_type=BigInteger)
    award: int = Field(sa_type=BigInteger)  # while a claim waits, as it stands now
    claim_id: int | None = optional_key_of("meter_claim", index=True)
    rule_id: str = Field(max_length=64)
    at: datetime


class ConfirmedRow(SignedRow, table=True):
    """That something only hands can do was done, at one moment of a table."""

    __tablename__ = "confirmed_by_hand"
    __table_args__ = (
        UniqueConstraint("table_id", "rule_id", "moment", name="uq_confirmed_by_hand"),
    )

    table_id: int = key_of("gaming_table")
    rule_id: str = Field(max_length=64)
    moment: str = Field(max_length=64)  # such as “round 12”
    answer: str = Field(max_length=80)  # what was done, where there is a choice


class VacateRow(SignedRow, table=True):
    """That a player who sat out was asked to give up the seat; nobody is removed."""

    __tablename__ = "asked_to_vacate"

    sitting_id: int = key_of("round_seat", index=True)
    idle_rounds: int
    rule_id: str = Field(max_length=64)
    key: str = Field(max_length=80, unique=True)
