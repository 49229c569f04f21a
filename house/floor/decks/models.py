"""The table of what was done to the cards of each table, never changed."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class CardAct(StrEnum):
    """What can be done to the cards of a table."""

    CHECK = "check"
    PREPARE = "prepare"
    COUNT = "count"
    MACHINE_COUNT = "machine count"
    ORDER_SHUFFLE = "order shuffle"
    ORDER_CUT = "order cut"
    ORDER_COUNT = "order count"
    REPLACE = "replace"
    END_SHOE = "end shoe"
    PUT_AWAY = "put away"


class DeckRow(SignedRow, table=True):
    """One thing that was done to the cards of a table, and how they stood after it."""

    __tablename__ = "deck_act"
    __table_args__ = (
        UniqueConstraint("table_id", "key", name="uq_deck_act_key"),
        Index("ix_deck_act_latest", "table_id", "id"),
        CheckConstraint("round > 0", name="round_counts"),
    )

    table_id: int = key_of("gaming_table")
    round: int  # the round that the cards are for
    act: CardAct = Field(sa_type=words(CardAct))
    back: str = Field(default="", max_length=16)
    figures: dict[str, Any] = Field(sa_type=JSON)  # steps taken, what was counted
    reason: str = Field(default="", max_length=400)
    rule_id: str = Field(max_length=64)
    stands: dict[str, Any] = Field(sa_type=JSON)
    mixed_at: datetime | None = None  # when the cards were last shuffled
    key: str = Field(max_length=80)
