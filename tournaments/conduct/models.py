"""The tables of conduct: what was done to players, calls, handovers, who is on duty."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, optional_key_of, words
from tournaments.models import EntryState
from tournaments.rules.conducting import Verb


class ConductRow(SignedRow, table=True):
    """Something that was done to a player, with what it did then."""

    __tablename__ = "tournament_conduct"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_conduct"),
        Index("ix_tournament_conduct_at", "session_table_id", "id"),
    )

    tournament_id: int = key_of("tournament")
    number: int  # in the tournament's book
    entry_id: int = key_of("tournament_entry", index=True)
    player: str = Field(max_length=160)
    verb: Verb = Field(sa_type=words(Verb))
    ground: str = Field(default="", max_length=400)
    size: int = Field(default=0, sa_type=BigInteger)  # chips taken or hands sat out
    reason: str = Field(default="", max_length=400)
    rule_id: str = Field(max_length=64)
    session_table_id: int | None = optional_key_of("tournament_session_table")
    table_number: int | None = None
    seat: int | None = None
    after_round: int = 0  # the last round at the table before it
    hand: int = 0  # of the session, that comes next
    stack_chips: int = Field(default=0, sa_type=BigInteger)  # before it
    takes_chips: int = Field(default=0, sa_type=BigInteger)
    lapsed_chips: int = Field(default=0, sa_type=BigInteger)  # paid for, never handed
    takes_antes: bool = False
    keeps_seat: bool = True
    place: str = Field(default="", max_length=32)
    was: EntryState = Field(sa_type=words(EntryState))
    becomes: EntryState = Field(sa_type=words(EntryState))
    says: list[str] = Field(sa_type=JSON)


class ConductBackRow(SignedRow, table=True):
    """What was done to a player was taken back, once, with a reason."""

    __tablename__ = "tournament_conduct_back"

    conduct_id: int = key_of("tournament_conduct", unique=True)
    reason: str = Field(max_length=400)


class CallRow(SignedRow, table=True):
    """A table called for the Director."""

    __tablename__ = "tournament_call"
    __table_args__ = (Index("ix_tournament_call_of", "tournament_id", "id"),)

    tournament_id: int = key_of("tournament")
    table_id: int = key_of("gaming_table", index=True)
    table_number: int
    round: int = 0  # under way, or the last one
    hand: str = Field(default="", max_length=80)
    what: str = Field(default="", max_length=400)


class Answer(StrEnum):
    """How far the Director is with a call."""

    COMING = "on the way"
    DONE = "done"


class CallAnswerRow(SignedRow, table=True):
    """The Director or a deputy comes to a call, and what was done about it."""

    __tablename__ = "tournament_call_answer"
    __table_args__ = (
        UniqueConstraint("call_id", "answer", name="uq_tournament_call_answer"),
    )

    call_id: int = key_of("tournament_call")
    answer: Answer = Field(sa_type=words(Answer))
    note: str = Field(default="", max_length=400)


class HandoverRow(SignedRow, table=True):
    """Whoever runs the tournament hands it over, with what happened since."""

    __tablename__ = "tournament_handover"
    __table_args__ = (Index("ix_tournament_handover_of", "tournament_id", "id"),)

    tournament_id: int = key_of("tournament")
    to_id: int = key_of("staff", index=True)
    to_name: str = Field(max_length=120)
    since: datetime | None = None  # the handover before
    happened: list[dict[str, Any]] = Field(sa_type=JSON)
    waiting: list[str] = Field(sa_type=JSON)  # what is open
    note: str = Field(default="", max_length=1000)


class HandoverTakenRow(SignedRow, table=True):
    """Whoever it was handed to has read it and runs the tournament now."""

    __tablename__ = "tournament_handover_taken"

    handover_id: int = key_of("tournament_handover", unique=True)


class Post(StrEnum):
    """What somebody does at a table of a session."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"


class DutyRow(SignedRow, table=True):
    """Who deals or watches at a table of a session: the newest row of a post holds."""

    __tablename__ = "tournament_duty"
    __table_args__ = (
        Index("ix_tournament_duty_of", "tournament_id", "stage_at", "session", "id"),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    session: int
    table_number: int
    post: Post = Field(sa_type=words(Post))
    staff_id: int | None = optional_key_of("staff", index=True)
