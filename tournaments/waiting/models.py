"""The tables of the waiting list: written once, never rewritten."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, optional_key_of, words


class WaitingRow(SignedRow, table=True):
    """Somebody waits for a place, at this number of the line."""

    __tablename__ = "tournament_waiting"
    __table_args__ = (
        UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_waiting_number"
        ),
    )

    tournament_id: int = key_of("tournament")
    number: int
    patron_id: int = key_of("patron", index=True)
    name: str = Field(max_length=160)
    offer_minutes: int  # how long an offer stands, as they were told


class OfferRow(SignedRow, table=True):
    """A place was offered to somebody who waits, until it lapses."""

    __tablename__ = "tournament_offer"

    waiting_id: int = key_of("tournament_waiting", unique=True)
    lapses_at: datetime


class Left(StrEnum):
    """How somebody left the line."""

    ENTERED = "entered"
    LAPSED = "offer lapsed"
    WITHDREW = "no longer waits"


class LeftLineRow(SignedRow, table=True):
    """Somebody left the line: once, and how."""

    __tablename__ = "tournament_waiting_left"

    waiting_id: int = key_of("tournament_waiting", unique=True)
    how: Left = Field(sa_type=words(Left))
    entry_id: int | None = optional_key_of("tournament_entry", index=True)
