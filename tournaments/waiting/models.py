"""The tables of the waiting list: written once, never rewritten."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from house.db import BigKey, SignedRow, words


class WaitingRow(SignedRow, table=True):
    """Somebody waits for a place, at this number of the line."""

    __tablename__ = "tournament_waiting"
    __table_args__ = (
        UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_waiting_number"
        ),
    )

    tournament_id: int = Field(foreign_key="tournament.id", sa_type=BigKey)
    number: int
    patron_id: int = Field(foreign_key="patron.id", sa_type=BigKey, index=True)
    name: str = Field(max_length=160)
    offer_minutes: int  # how long an offer stands, as they were told


class OfferRow(SignedRow, table=True):
    """A place was offered to somebody who waits, until it lapses."""

    __tablename__ = "tournament_offer"

    waiting_id: int = Field(
        foreign_key="tournament_waiting.id", sa_type=BigKey, unique=True
    )
    lapses_at: datetime


class Left(StrEnum):
    """How somebody left the line."""

    ENTERED = "entered"
    LAPSED = "offer lapsed"
    WITHDREW = "no longer waits"


class LeftLineRow(SignedRow, table=True):
    """Somebody left the line: once, and how."""

    __tablename__ = "tournament_waiting_left"

    waiting_id: int = Field(
        foreign_key="tournament_waiting.id", sa_type=BigKey, unique=True
    )
    how: Left = Field(sa_type=words(Left))
    entry_id: int | None = Field(
        default=None, foreign_key="tournament_entry.id", sa_type=BigKey, index=True
    )
