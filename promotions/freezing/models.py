"""The tables of frozen lists: what was promised, what was fixed, who was left out."""

from datetime import datetime

from sqlalchemy import BigInteger, LargeBinary, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, words
from promotions.rules.screening import Ground


class DrawSecretRow(Row, table=True):
    """What the house's chain and the salts of one draw are made from, sealed."""

    __tablename__ = "promotion_draw_secret"
    __table_args__ = (
        UniqueConstraint("promotion_id", "draw", name="uq_promotion_draw_secret"),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    sealed: bytes = Field(sa_type=LargeBinary)
    at: datetime


class PromiseRow(SignedRow, table=True):
    """The end of a scrutineer's chain for one draw; the newest row holds."""

    __tablename__ = "promotion_promise"

    promotion_id: int = key_of("promotion", index=True)
    draw: int
    staff_id: int = key_of("staff", index=True)
    salt: str = Field(max_length=32)
    promise: str = Field(max_length=64)


class FreezeRow(Row, table=True):
    """The list of one draw, fixed at its closing instant, once."""

    __tablename__ = "promotion_freeze"
    __table_args__ = (
        UniqueConstraint("promotion_id", "draw", name="uq_promotion_freeze"),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    closed_at: datetime
    document_id: int = key_of("document", index=True)
    entry_root: str = Field(max_length=64)
    house: str = Field(max_length=64)  # the promise of its chain
    holders: int = Field(sa_type=BigInteger)
    tickets: int = Field(sa_type=BigInteger)


class FrozenPartRow(Row, table=True):
    """Holders side by side in a frozen list, in the bytes that prove them."""

    __tablename__ = "promotion_frozen_part"
    __table_args__ = (
        UniqueConstraint(
            "promotion_id", "draw", "number", name="uq_promotion_frozen_part"
        ),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    number: int
    first_ref: str = Field(max_length=16)
    root: bytes = Field(sa_type=LargeBinary)
    refs: bytes = Field(sa_type=LargeBinary)
    bounds: bytes = Field(sa_type=LargeBinary)
    salts: bytes = Field(sa_type=LargeBinary)
    leaves: bytes = Field(sa_type=LargeBinary)


class ScreenedRow(Row, table=True):
    """A holder whose tickets are not in the list under their own name, and why."""

    __tablename__ = "promotion_screened"

    freeze_id: int = key_of("promotion_freeze", index=True)
    patron_id: int = key_of("patron", index=True)
    holder: str = Field(max_length=16)
    tickets: int = Field(sa_type=BigInteger)
    ground: Ground = Field(sa_type=words(Ground))
    rule: str = Field(max_length=64)
    why: str = Field(max_length=200)


class HeaderRow(Row, table=True):
    """The published header of a draw: the bytes every key is made from."""

    __tablename__ = "promotion_header"

    freeze_id: int = key_of("promotion_freeze", unique=True)
    content: bytes = Field(sa_type=LargeBinary)
    sha256: str = Field(max_length=64)
    at: datetime
