"""The tables of deadlines, messages, notices, contacts and calendars."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from house.db import BigKey, Row, VersionedRow, key_of, optional_key_of, words

# Only what still waits is indexed, so that years of history cost a tick nothing.
UNFIRED = text("fired_at IS NULL AND called_off_at IS NULL")
UNSENT = text("sent_at IS NULL")
UNMET = text("met_at IS NULL AND called_off_at IS NULL")


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
        Index(
            "ix_deadline_open",
            "due_at",
            "id",
            sqlite_where=UNMET,
            postgresql_where=UNMET,
        ),
        Index("ix_deadline_kind", "kind", "due_at"),
        Index("ix_deadline_rule", "rule_id", "due_at"),
        Index("ix_deadline_subject", "subject_kind", "subject_id", "due_at"),
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
    # What people must do by then is a duty; the rest happens by itself.
    duty: bool = False
    met_at: datetime | None = None
    met_by: str = Field(default="", max_length=64)
    met_by_name: str = Field(default="", max_length=120)
    proof: str = Field(default="", max_length=400)
    proof_kind: str = Field(default="", max_length=32)
    proof_id: int | None = Field(default=None, sa_type=BigKey)


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
    attachment: bytes | None = None
    attachment_name: str = Field(default="", max_length=120)


class Audience(StrEnum):
    """Who is told: a body that has its contacts entered, or people by their names."""

    REGULATOR = "regulator"
    INSPECTORATE = "inspectorate"
    SURVEILLANCE = "surveillance"
    ENTRANTS = "entrants"
    WINNERS = "winners"
    PATRONS = "patrons"
    FLOOR = "floor"  # whoever holds a rank at the tables

    @property
    def is_body(self) -> bool:
        """Whether the house keeps a contact for it, document by document."""
        bodies = {Audience.REGULATOR, Audience.INSPECTORATE, Audience.SURVEILLANCE}
        return self in bodies


class Channel(StrEnum):
    """How a notice reaches whoever is told."""

    EMAIL = "e-mail"
    HAND = "hand delivery"
    PHONE = "telephone"
    MAIL = "mail"  # a letter; what counts is when it was posted
    NONE = "none"  # it was set aside and went nowhere

    @classmethod
    def ways(cls) -> tuple["Channel", ...]:
        """Those that reach somebody."""
        return tuple(channel for channel in cls if channel is not cls.NONE)


class ContactRow(Row, table=True):
    """How a body is reached under a document; the newest row holds, all are kept."""

    __tablename__ = "contact"
    __table_args__ = (Index("ix_contact_body", "body", "document", "id"),)

    body: Audience = Field(sa_type=words(Audience))
    document: str = Field(max_length=16)
    name: str = Field(max_length=120)
    email: str = Field(default="", max_length=254)
    phone: str = Field(default="", max_length=32)
    address: str = Field(default="", max_length=300)
    entered_at: datetime
    entered_by: str = Field(max_length=64)


class NoticeRow(VersionedRow, table=True):
    """What is told to whom: a draft may be reworded, what was sent never changes."""

    __tablename__ = "notice"
    __table_args__ = (
        Index("ix_notice_about", "about_kind", "about_id"),
        Index("ix_notice_kind", "kind", "id"),
        Index("ix_notice_open", "id", sqlite_where=UNSENT, postgresql_where=UNSENT),
    )

    key: str = Field(max_length=120, unique=True)
    kind: str = Field(max_length=64)
    audience: Audience = Field(sa_type=words(Audience))
    document: str = Field(max_length=16)
    rule_id: str = Field(max_length=64)
    about_kind: str = Field(max_length=32)
    about_id: str = Field(max_length=64)
    about_name: str = Field(default="", max_length=160)
    title: str = Field(max_length=200)
    body: str
    corrects_id: int | None = optional_key_of("notice", index=True)
    drafted_at: datetime
    drafted_by: str = Field(max_length=64)
    due_at: datetime | None = None
    recipient: str = Field(default="", max_length=120)
    email: str = Field(default="", max_length=254)
    phone: str = Field(default="", max_length=32)
    address: str = Field(default="", max_length=300)
    channel: Channel | None = Field(default=None, sa_type=words(Channel))
    posted_at: datetime | None = None  # given to the post, or handed over at once
    posted_by: str = Field(default="", max_length=64)
    posted_by_name: str = Field(default="", max_length=120)
    reference: str = Field(default="", max_length=200)
    text_sha256: str = Field(default="", max_length=64)
    pdf: bytes | None = None
    pdf_sha256: str = Field(default="", max_length=64)
    sent_at: datetime | None = None
    acknowledged_at: datetime | None = None
    acknowledged_by: str = Field(default="", max_length=64)
    acknowledgement: str = Field(default="", max_length=200)


class CalendarFeedRow(Row, table=True):
    """A secret address at which one person's calendar reads their deadlines."""

    __tablename__ = "calendar_feed"

    staff_id: int = key_of("staff", index=True)
    token_sha256: str = Field(max_length=64, unique=True)
    made_at: datetime
    revoked_at: datetime | None = None


class HeartbeatRow(SQLModel, table=True):
    """When a process that works by itself last said that it does."""

    __tablename__ = "heartbeat"

    name: str = Field(max_length=32, primary_key=True)
    at: datetime
