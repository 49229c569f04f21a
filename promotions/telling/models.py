"""The tables of telling winners: whose a notice is, and what was tried when."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from house.db import Row, key_of, words


class TellingRow(Row, table=True):
    """A notice that tells a winner; the newest of a selection holds."""

    __tablename__ = "promotion_telling"
    __table_args__ = (
        UniqueConstraint("selection_id", "number", name="uq_promotion_telling"),
    )

    selection_id: int = key_of("promotion_selection")
    number: int  # from 1; a further one once the one before it came back
    notice_id: int = key_of("notice", unique=True)


class Outcome(StrEnum):
    """What came of an attempt to tell a winner."""

    TOLD = "told"  # reached, or sent and not come back
    NOT_REACHED = "not reached"
    CAME_BACK = "came back"  # bounced, or returned by the post
    NOT_COUNTED = "does not count"  # by some other way, such as social media


class AttemptRow(Row, table=True):
    """An attempt to tell a winner: how, where, when, by whom and what came of it."""

    __tablename__ = "promotion_attempt"

    selection_id: int = key_of("promotion_selection", index=True)
    notice_id: int = key_of("notice", index=True)
    means: str = Field(max_length=32)
    reached_at: str = Field(max_length=300)  # a number, an address, or who it was
    outcome: Outcome = Field(sa_type=words(Outcome))
    note: str = Field(default="", max_length=400)
    at: datetime  # when it was tried
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)
