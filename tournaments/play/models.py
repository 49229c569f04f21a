"""The tables of play: sessions, their tables, hands, the marker, counts."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class PlaySessionRow(SignedRow, table=True):
    """A session was started, with the plan that the terms had for it then."""

    __tablename__ = "tournament_session"
    __table_args__ = (
        UniqueConstraint(
            "tournament_id", "stage_at", "session", name="uq_tournament_session"
        ),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    session: int
    plan: dict[str, Any] = Field(sa_type=JSON)


class StartMovedRow(SignedRow, table=True):
    """The start of a session was moved, and the players were told: the newest holds."""

    __tablename__ = "tournament_start_moved"
    __table_args__ = (
        Index("ix_tournament_start_moved_of", "tournament_id", "stage_at", "session"),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    session: int
    starts: datetime
    reason: str = Field(max_length=400)
    told_how: str = Field(max_length=400)  # as the terms have it


class PauseRow(SignedRow, table=True):
    """A session was paused, or goes on: the newest row holds."""

    __tablename__ = "tournament_session_pause"

    session_id: int = key_of("tournament_session", index=True)
    paused: bool  # false lets it go on
    reason: str = Field(default="", max_length=400)


class SessionTableRow(SignedRow, table=True):
    """A table that a session is played at, from the round after this one on."""

    __tablename__ = "tournament_session_table"
    __table_args__ = (
        UniqueConstraint("session_id", "table_id", name="uq_tournament_session_table"),
        Index("ix_tournament_session_table_of", "table_id", "after_round"),
    )

    session_id: int = key_of("tournament_session")
    table_id: int = key_of("gaming_table")
    after_round: int
    first_seat: int  # bets first in the first hand


class HandRow(Row, table=True):
    """A round as a hand of its session, as it was settled: the newest row holds."""

    __tablename__ = "tournament_hand"
    __table_args__ = (
        UniqueConstraint("round_id", "settlement", name="uq_tournament_hand"),
        Index("ix_tournament_hand_of", "session_table_id", "round_number"),
    )

    session_table_id: int = key_of("tournament_session_table")
    round_id: int = key_of("game_round")
    round_number: int
    settlement: int
    counts: bool  # false: it was void and is played again
    first_seat: int
    at: datetime


class KeyedHandsRow(SignedRow, table=True):
    """Stacks as they were keyed after hands whose cards nobody keys; the newest holds.

    What was keyed by mistake is taken back by a row of its own.
    """

    __tablename__ = "tournament_keyed_hands"
    __table_args__ = (
        UniqueConstraint("session_table_id", "number", name="uq_tournament_keyed"),
    )

    session_table_id: int = key_of("tournament_session_table")
    number: int  # counted from one at the table
    takes_back: int | None = None  # the number of the row that is taken back
    hands: int  # it brings; none where stacks are put right
    played: int  # after it
    stacks: dict[str, int] = Field(sa_type=JSON)  # by entry
    won: dict[str, int] = Field(sa_type=JSON)  # since the row before, by entry
    next_seat: int  # bets first after it
    first_bets: dict[str, int] = Field(sa_type=JSON)  # by seat, so far
    reason: str = Field(default="", max_length=400)


class MarkerRow(SignedRow, table=True):
    """The marker of the first bet was put right before a round, and why."""

    __tablename__ = "tournament_marker"

    session_table_id: int = key_of("tournament_session_table", index=True)
    after_round: int  # the last round before it was put right
    seat: int
    reason: str = Field(max_length=400)


class Moved(StrEnum):
    """Why chips come to a table, leave it, or change hands there beside the hands."""

    FILL = "fill"
    TAKEN_OUT = "taken out"
    COLOUR_UP = "colour-up"
    HANDED_OVER = "handed over"
    PENALTY = "penalty"
    REMOVED = "removed"
    CORRECTION = "correction"


class ChipsMovedRow(SignedRow, table=True):
    """Chips that were moved at a table beside the hands, and why."""

    __tablename__ = "tournament_chips_moved"

    session_table_id: int = key_of("tournament_session_table", index=True)
    kind: Moved = Field(sa_type=words(Moved))
    entry_id: int | None = optional_key_of("tournament_entry", index=True)
    chips: int = Field(sa_type=BigInteger)  # that come; below nothing, that go
    pieces: dict[str, int] = Field(sa_type=JSON)  # that come, by denomination
    reason: str = Field(default="", max_length=400)


class Counting(StrEnum):
    """Which of the two counts of a table it is."""

    COUNT = "count"
    CONFIRM = "confirm"


class CountRow(SignedRow, table=True):
    """The tray and every stack of a table as one person counted them, blind."""

    __tablename__ = "tournament_count"

    session_table_id: int = key_of("tournament_session_table", index=True)
    which: Counting = Field(sa_type=words(Counting))
    rack_chips: int = Field(sa_type=BigInteger)
    stacks: dict[str, int] = Field(sa_type=JSON)  # by entry
    # What lay in the tray and in each stack, by denomination, where it was counted so.
    pieces: dict[str, dict[str, int]] | None = Field(default=None, sa_type=JSON)


class TableClosedRow(SignedRow, table=True):
    """A table of a session is closed, once, by which counts and on which ground."""

    __tablename__ = "tournament_table_closed"

    session_table_id: int = key_of("tournament_session_table", unique=True)
    count_id: int = key_of("tournament_count", index=True)
    ground: str = Field(default="", max_length=32)  # why before its last hand
    ruling: str = Field(default="", max_length=400)  # on what the count was off by
    variance_chips: int = Field(sa_type=BigInteger)
