"""The tables of draws of seats and of refunds: written once, never rewritten."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field

from house.db import BigKey, Row, words
from tournaments.rules.refunds import Cause


class SeatDrawRow(Row, table=True):
    """A draw of seats: first the list and the promise of a secret, then the seats."""

    __tablename__ = "tournament_draw"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_draw_number"),
    )

    tournament_id: int = Field(foreign_key="tournament.id", sa_type=BigKey)
    number: int
    stage_at: int = 0
    header: dict[str, Any] = Field(sa_type=JSON)
    commitment: str = Field(max_length=64)
    sealed: bytes  # the secret, until the draw is held
    secret: str = Field(default="", max_length=64)  # and from then on, for everybody
    beacon: str = Field(default="", max_length=120)
    fixed_at: datetime
    fixed_by: str = Field(max_length=64)
    fixed_by_name: str = Field(max_length=120)
    held_at: datetime | None = None
    held_by: str = Field(default="", max_length=64)
    held_by_name: str = Field(default="", max_length=120)


class SeatRow(Row, table=True):
    """The place that was drawn for an entry."""

    __tablename__ = "tournament_seat"
    __table_args__ = (
        UniqueConstraint("draw_id", "entry_id", name="uq_tournament_seat_entry"),
        UniqueConstraint(
            "draw_id", "session", "table_number", "seat", name="uq_tournament_seat"
        ),
    )

    draw_id: int = Field(foreign_key="tournament_draw.id", sa_type=BigKey)
    entry_id: int = Field(foreign_key="tournament_entry.id", sa_type=BigKey, index=True)
    session: int
    table_number: int
    seat: int


class RefundRow(Row, table=True):
    """Why something comes back to an entrant, and under which rules."""

    __tablename__ = "tournament_refund"

    entry_id: int = Field(foreign_key="tournament_entry.id", sa_type=BigKey, index=True)
    cause: Cause = Field(sa_type=words(Cause))
    why: str = Field(max_length=400)
    rule_ids: list[str] = Field(sa_type=JSON)
    at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)


class RefundPaidRow(Row, table=True):
    """A refund was handed out: by whom, how, and once."""

    __tablename__ = "tournament_refund_paid"

    refund_id: int = Field(
        foreign_key="tournament_refund.id", sa_type=BigKey, unique=True
    )
    how: str = Field(max_length=200)
    at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)
