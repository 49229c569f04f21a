"""The tables of stages: closings, steps of ties, lots, second chances, corrections."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, words
from tournaments.rules.clauses.house import TieBreak


class StageClosedRow(SignedRow, table=True):
    """A stage was closed with what came of it; after a correction, once more."""

    __tablename__ = "tournament_stage_closed"
    __table_args__ = (
        UniqueConstraint(
            "tournament_id", "stage_at", "number", name="uq_tournament_stage_closed"
        ),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    number: int  # one, and one more with every correction
    through: list[int] = Field(sa_type=JSON)  # by their numbers
    out: dict[str, int] = Field(sa_type=JSON)  # the stack of each who is out
    says: list[str] = Field(sa_type=JSON)
    reason: str = Field(default="", max_length=400)


class TieStepRow(SignedRow, table=True):
    """One step that decides a tie, with what it gave each of those in it."""

    __tablename__ = "tournament_tie_step"
    __table_args__ = (
        UniqueConstraint(
            "tournament_id", "stage_at", "players", "step", name="uq_tournament_tie"
        ),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    players: str = Field(max_length=400)  # their numbers, from the lowest
    step: TieBreak = Field(sa_type=words(TieBreak))
    scores: dict[str, int] = Field(sa_type=JSON)  # by number; the higher comes first
    said: str = Field(max_length=400)


class LotRow(Row, table=True):
    """A lot: its list and the promise of a secret, then the order drawn."""

    __tablename__ = "tournament_lot"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_lot_number"),
        Index("ix_tournament_lot_of", "tournament_id", "stage_at"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    stage_at: int
    purpose: str = Field(max_length=32)
    header: dict[str, Any] = Field(sa_type=JSON)
    commitment: str = Field(max_length=64)
    sealed: bytes  # the secret, until the lot is drawn
    secret: str = Field(default="", max_length=64)
    beacon: str = Field(default="", max_length=120)
    drawn: list[int] = Field(default_factory=list, sa_type=JSON)
    fixed_at: datetime
    fixed_by: str = Field(max_length=64)
    fixed_by_name: str = Field(max_length=120)
    held_at: datetime | None = None
    held_by: str = Field(default="", max_length=64)
    held_by_name: str = Field(default="", max_length=120)


class SecondChanceRow(SignedRow, table=True):
    """The Director decided whether a second chance is played, once, and why."""

    __tablename__ = "tournament_second_chance"
    __table_args__ = (
        UniqueConstraint("tournament_id", "stage_at", name="uq_tournament_chance"),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int
    held: bool
    reason: str = Field(max_length=400)


class CountCorrectedRow(SignedRow, table=True):
    """A stack of a closed table was put right, and why: the newest row holds."""

    __tablename__ = "tournament_count_corrected"

    session_table_id: int = key_of("tournament_session_table", index=True)
    entry_id: int = key_of("tournament_entry", index=True)
    was_chips: int = Field(sa_type=BigInteger)
    chips: int = Field(sa_type=BigInteger)
    reason: str = Field(max_length=400)
    ruling: str = Field(default="", max_length=400)  # where the next session had begun
