"""The tables of tickets: every gift of tickets, and the lists they came from."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class Came(StrEnum):
    """What gave tickets."""

    PLAY = "play"
    POINTS = "points"
    VISIT = "visit"
    FREE = "free"
    LIST = "list"  # counted elsewhere, taken as it was sent
    HAND = "hand"  # granted by somebody, with a reason
    VOID = "void"  # taken back, with a reason


class GrantRow(Row, table=True):
    """Tickets somebody got towards one draw, from one thing, once; or lost again."""

    __tablename__ = "promotion_grant"
    __table_args__ = (
        UniqueConstraint("promotion_id", "reference", name="uq_promotion_grant"),
        Index("ix_promotion_grant_of", "promotion_id", "draw", "holder", "tickets"),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    holder: str = Field(max_length=16)  # the patron, as the frozen list names them
    patron_id: int = key_of("patron")
    reference: str = Field(max_length=80)  # of the source: nothing counts twice
    came: Came = Field(sa_type=words(Came))
    amount: int = Field(sa_type=BigInteger)  # cents, points or visits
    counted: int = Field(sa_type=BigInteger)  # the same, times what multiplied it
    tickets: int = Field(sa_type=BigInteger)
    at: datetime  # when it was played
    run_id: int | None = optional_key_of("promotion_list")
    tier: str = Field(default="", max_length=40)  # of the card then, if it was said


class HandRow(SignedRow, table=True):
    """Who granted or voided tickets by hand, and why."""

    __tablename__ = "promotion_by_hand"

    grant_id: int = key_of("promotion_grant", unique=True)
    reason: str = Field(max_length=400)


class ListRow(SignedRow, table=True):
    """A list of tickets or play that was sent; the same bytes are the same list."""

    __tablename__ = "promotion_list"
    __table_args__ = (
        UniqueConstraint("promotion_id", "sha256", name="uq_promotion_list"),
    )

    promotion_id: int = key_of("promotion")
    sha256: str = Field(max_length=64)
    name: str = Field(max_length=160)


class ListBatchRow(Row, table=True):
    """Rows of a list that were taken together, with all that came before them."""

    __tablename__ = "promotion_list_batch"
    __table_args__ = (
        UniqueConstraint("list_id", "number", name="uq_promotion_list_batch"),
    )

    list_id: int = key_of("promotion_list")
    number: int
    rows: int = Field(sa_type=BigInteger)  # read so far
    taken: int = Field(sa_type=BigInteger)
    twice: int = Field(sa_type=BigInteger)
    refused: int = Field(sa_type=BigInteger)
    tickets: int = Field(sa_type=BigInteger)
    over: bool = False  # nothing is left to read
    byte: int = Field(default=0, sa_type=BigInteger)  # where the next row begins
    line: int = Field(default=0, sa_type=BigInteger)  # after this one
    at: datetime


class ListRefusedRow(Row, table=True):
    """A row of a list that gave no tickets, and why."""

    __tablename__ = "promotion_list_refused"
    __table_args__ = (Index("ix_promotion_list_refused_of", "list_id", "line"),)

    list_id: int = key_of("promotion_list")
    line: int = Field(sa_type=BigInteger)
    reference: str = Field(max_length=80)
    rule: str = Field(max_length=64)
    why: str = Field(max_length=200)


class CallerRow(Row, table=True):
    """A play system that sends what was played, by a key of its own."""

    __tablename__ = "promotion_caller"

    name: str = Field(max_length=80)
    key_sha256: str = Field(max_length=64, unique=True)
    made_at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)
    revoked_at: datetime | None = None
    revoked_by: str = Field(default="", max_length=120)


class ActivationRow(Row, table=True):
    """That a holder swiped in for a draw, once."""

    __tablename__ = "promotion_activation"
    __table_args__ = (
        UniqueConstraint(
            "promotion_id", "draw", "holder", name="uq_promotion_activation"
        ),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    holder: str = Field(max_length=16)
    patron_id: int = key_of("patron", index=True)
    display_id: int = key_of("display")
    at: datetime


class KioskMissRow(Row, table=True):
    """A card number at a kiosk that nobody has."""

    __tablename__ = "promotion_kiosk_miss"
    __table_args__ = (Index("ix_promotion_kiosk_miss_of", "display_id", "at"),)

    display_id: int = key_of("display")
    at: datetime
