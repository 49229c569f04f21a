"""The tables of disputes: what was raised, and everything added to it since."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class DisputeRow(Row, table=True):
    """A dispute or complaint as it was first entered."""

    __tablename__ = "dispute"
    __table_args__ = (
        Index("ix_dispute_table", "table_number", "id"),
        Index("ix_dispute_lent", "lent_kind", "lent_id", "id"),
    )

    key: str = Field(max_length=80, unique=True)
    document: str = Field(max_length=16)
    table_number: int | None = None
    round: int | None = None  # of the table
    ruling_id: int | None = optional_key_of("ruling", index=True)
    raised_by: str = Field(max_length=120)
    patron_id: int | None = optional_key_of("patron", index=True)
    what: str = Field(max_length=1000)
    raised_at: datetime
    entered_at: datetime
    entered_by: str = Field(max_length=64)
    entered_by_name: str = Field(max_length=120)
    # Whose the table was meanwhile, where it was lent, and how far that was.
    lent_kind: str = Field(default="", max_length=32)
    lent_id: str = Field(default="", max_length=64)
    lent_name: str = Field(default="", max_length=160)
    hand: str = Field(default="", max_length=80)


class DisputeEvent(StrEnum):
    """What can be added to a dispute."""

    DECIDED = "decided"
    REVIEW_ASKED = "review asked for"
    REVIEWED = "reviewed"
    TOLD = "told of the right to complain"
    CLOSED = "closed, satisfied"
    UNRESOLVED = "unresolved"
    REFERRED = "referred to the regulator"


class DisputeEventRow(SignedRow, table=True):
    """A decision, a review, what the person was told, or the end of a dispute."""

    __tablename__ = "dispute_event"

    dispute_id: int = key_of("dispute", index=True)
    happened: DisputeEvent = Field(sa_type=words(DisputeEvent))
    note: str = Field(max_length=1000)
    how: str = Field(default="", max_length=40)  # a person was told
    rule_id: str = Field(max_length=64)
    by_role: str = Field(max_length=32)
