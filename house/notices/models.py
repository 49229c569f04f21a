"""The tables of deadlines and of messages waiting to be sent."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field

from house.db import BigKey, Row

# Only what still waits is indexed, so that years of history cost a tick nothing.
UNFIRED = text("fired_at IS NULL AND called_off_at IS NULL")
UNSENT = text("sent_at IS NULL")


class DeadlineRow(Row, table=True):
    """Something that must happen at due_at, once, however late it is looked at."""

    __tablename__ = "deadline"
    __table_args__ = (
        Index(
            "ix_deadline_waiting",
            "try_at",
            "id",
            sqlite_where=UNFIRED,
            postgresql_where=UNFIRED,
        ),
    )

    key: str = Field(max_length=120, unique=True)
    kind: str = Field(max_length=64)
    subject_kind: str = Field(max_length=32)
    subject_id: int = Field(sa_type=BigKey)
    title: str = Field(max_length=200)
    rule_id: str = Field(max_length=64)
    due_at: datetime = Field(index=True)  # the legal time; it never moves
    try_at: datetime  # when it is next tried; later than due_at after a failure
    fired_at: datetime | None = None
    called_off_at: datetime | None = None
    attempts: int = 0
    last_error: str = Field(default="", max_length=400)


class OutboxRow(Row, table=True):
    """A message written in the transaction of what it announces, sent afterwards."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "ix_outbox_waiting",
            "try_at",
            "id",
            sqlite_where=UNSENT,
            postgresql_where=UNSENT,
        ),
    )

    key: str = Field(max_length=120, unique=True)
    recipient: str = Field(max_length=254)
    subject: str = Field(max_length=200)
    body: str
    created_at: datetime
    try_at: datetime
    sent_at: datetime | None = None
    attempts: int = 0
    last_error: str = Field(default="", max_length=400)
