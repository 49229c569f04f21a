"""The tables of seats: what was drawn, what it had to respect, who was moved."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, words


class SeatDrawRow(Row, table=True):
    """A draw of seats: the list and the promise of a secret, a draft, the release."""

    __tablename__ = "tournament_draw"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_draw_number"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    stage_at: int = 0
    late: bool = False  # for entries taken after the others were drawn
    why: str = Field(default="", max_length=400)  # the list was fixed again
    header: dict[str, Any] = Field(sa_type=JSON)
    commitment: str = Field(max_length=64)
    sealed: bytes  # the secret, until the draw is held
    secret: str = Field(default="", max_length=64)  # and from the release on, for all
    beacon: str = Field(default="", max_length=120)
    swaps: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    fixed_at: datetime
    fixed_by: str = Field(max_length=64)
    fixed_by_name: str = Field(max_length=120)
    held_at: datetime | None = None
    held_by: str = Field(default="", max_length=64)
    held_by_name: str = Field(default="", max_length=120)
    confirmed_at: datetime | None = None
    confirmed_by: str = Field(default="", max_length=64)
    confirmed_by_name: str = Field(default="", max_length=120)
    released_at: datetime | None = None
    released_by: str = Field(default="", max_length=64)
    released_by_name: str = Field(default="", max_length=120)


class SeatRow(Row, table=True):
    """The place that was drawn for an entry."""

    __tablename__ = "tournament_seat"
    __table_args__ = (
        UniqueConstraint("draw_id", "entry_id", name="uq_tournament_seat_entry"),
        UniqueConstraint(
            "draw_id", "session", "table_number", "seat", name="uq_tournament_seat"
        ),
    )

    draw_id: int = key_of("tournament_draw")
    entry_id: int = key_of("tournament_entry", index=True)
    session: int
    table_number: int
    seat: int


class Condition(StrEnum):
    """What the draw of seats has to respect."""

    APART = "apart"
    ACCESSIBLE_SEAT = "accessible-seat"
    NEEDS_ACCESSIBLE = "needs-accessible"
    LOCKED = "locked"


class ConditionRow(SignedRow, table=True):
    """A condition of the draw, or that it is taken back: the newest row holds."""

    __tablename__ = "tournament_seat_condition"
    __table_args__ = (Index("ix_tournament_seat_condition_of", "tournament_id", "id"),)

    tournament_id: int = key_of("tournament")
    kind: Condition = Field(sa_type=words(Condition))
    entry: int = 0  # by their numbers; nought where none is meant
    other: int = 0
    session: int = 0
    table_number: int = 0
    seat: int = 0
    holds: bool = True  # false takes it back
    why: str = Field(default="", max_length=400)

    @property
    def about(self) -> tuple[Condition, int, int, int, int, int]:
        """What makes two rows speak of the same condition."""
        place = (self.session, self.table_number, self.seat)
        return (self.kind, self.entry, self.other, *place)


class MoveKind(StrEnum):
    """Why somebody was moved to another seat."""

    BALANCE = "balance"
    BREAK = "break"
    LATE = "late"
    WRONG_SEAT = "wrong-seat"
    ACCESSIBLE = "accessible"
    BY_HAND = "by-hand"
    UNDO = "undo"
    REPLACED = "replaced"  # by a correction, to the seat of whoever sat there


class MoveRow(SignedRow, table=True):
    """Somebody was moved after the release: from where, to where, why and by whom."""

    __tablename__ = "tournament_move"
    __table_args__ = (
        # Two who are moved to one seat at one instant take the same turn at it.
        UniqueConstraint(
            "tournament_id",
            "stage_at",
            "session",
            "table_number",
            "seat",
            "turn",
            name="uq_tournament_move_seat",
        ),
        Index("ix_tournament_move_at", "tournament_id", "at"),
    )

    tournament_id: int = key_of("tournament")
    stage_at: int = 0
    entry_id: int = key_of("tournament_entry", index=True)
    kind: MoveKind = Field(sa_type=words(MoveKind))
    session: int
    table_number: int
    seat: int
    turn: int  # how many were moved to this seat, with this one
    from_session: int
    from_table: int
    from_seat: int
    why: str = Field(max_length=400)


class CardRow(SignedRow, table=True):
    """A seat card was printed; every further one of an entry is a reprint."""

    __tablename__ = "tournament_seat_card"

    entry_id: int = key_of("tournament_entry", index=True)
    session: int
    table_number: int
    seat: int
