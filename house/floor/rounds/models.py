"""The tables of rounds: what happened at a table, action by action, never changed.

A round is played for real or to practise. Practice rounds have tables of their own,
so that nothing in them can ever count and all of them can be thrown away.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Index,
    LargeBinary,
    UniqueConstraint,
    text,
)
from sqlmodel import Field

from house.audit import Subject
from house.db import BigKey, Row, key_of, optional_key_of, words

UNDER_WAY = text("ended_at IS NULL")


class Seating(StrEnum):
    """What happened at a seat."""

    SIT = "sit"
    LEAVE = "leave"


class AnyRound(Row):
    """One round at one table, and the setup that it is played under."""

    practice: ClassVar[bool] = False

    table_id: int
    number: int
    setup: dict[str, Any] = Field(sa_type=JSON)  # document, edition, unit and limits
    # Whose the table was meanwhile, where it was lent: a tournament's.
    lent_kind: str = Field(default="", max_length=32)
    lent_id: str = Field(default="", max_length=64)
    lent_name: str = Field(default="", max_length=160)
    deck_sealed: bytes | None = Field(default=None, sa_type=LargeBinary)
    deck_sha256: str = Field(default="", max_length=64)
    deck_shown: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    opened_at: datetime
    opened_by: str = Field(max_length=64)
    key: str = Field(max_length=64)
    # Both follow from the actions and are written with the one that brings them.
    first_card_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def is_dealt(self) -> bool:
        """Whether the house deals the cards, rather than a dealer who keys them."""
        return bool(self.setup["cards"] == "dealt")

    @property
    def unit(self) -> str:
        """What is staked: cents, or chips that are no money."""
        return str(self.setup["unit"])

    @property
    def lent_to(self) -> Subject | None:
        """Whose the table was meanwhile, if it was lent."""
        if not self.lent_kind:
            return None
        return Subject(self.lent_kind, self.lent_id, self.lent_name)


class AnyAction(Row):
    """One action of a round; taken back by a later one, never changed."""

    round_id: int
    seat_id: int | None = None  # who sat at the seat that acted
    seq: int
    kind: str = Field(max_length=32)
    data: dict[str, Any] = Field(sa_type=JSON)
    takes_back: int | None = None
    reason: str = Field(default="", max_length=400)
    at: datetime
    sent_at: datetime | None = None  # as the device says, where it says so
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)
    key: str = Field(max_length=64)
    # Binds the action to every one before it.
    digest: str = Field(max_length=64)


class AnyLine(Row):
    """One settled wager; a later settlement of the same round supersedes it."""

    round_id: int
    patron_id: int | None = None
    settlement: int
    place: int
    seat: int
    player: str = Field(max_length=80)
    wager: str = Field(max_length=32)
    stake: int = Field(sa_type=BigInteger)
    net: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    at: datetime
    by: str = Field(max_length=64)
    reason: str = Field(default="", max_length=400)


class AnySeat(Row):
    """That somebody sat down at a seat, or left it."""

    practice: ClassVar[bool] = False

    table_id: int
    seat: int
    happened: Seating = Field(sa_type=words(Seating))
    player: str = Field(max_length=80)
    patron_id: int | None = Field(default=None, sa_type=BigKey)
    card: str = Field(default="", max_length=32)
    # The entrant of whatever the seat is lent to, as its own room knows them.
    entrant: str = Field(default="", max_length=64)
    why: str = Field(default="", max_length=200)
    at: datetime
    by: str = Field(max_length=64)
    key: str = Field(max_length=64)


class RoundRow(AnyRound, table=True):
    """A round played for money or tournament chips."""

    __tablename__ = "game_round"
    __table_args__ = (
        UniqueConstraint("table_id", "number", name="uq_game_round_number"),
        UniqueConstraint("table_id", "key", name="uq_game_round_key"),
        Index(
            "ix_game_round_under_way",
            "table_id",
            "number",
            sqlite_where=UNDER_WAY,
            postgresql_where=UNDER_WAY,
        ),
        CheckConstraint("number > 0", name="number_counts"),
    )

    table_id: int = key_of("gaming_table")


class ActionRow(AnyAction, table=True):
    """An action of a round that counts."""

    __tablename__ = "round_action"
    __table_args__ = (
        UniqueConstraint("round_id", "seq", name="uq_round_action_seq"),
        UniqueConstraint("round_id", "key", name="uq_round_action_key"),
        CheckConstraint(
            "takes_back IS NULL OR (takes_back < seq AND reason <> '')",
            name="takes_back_with_reason",
        ),
    )

    round_id: int = key_of("game_round")
    seat_id: int | None = optional_key_of("round_seat")


class LineRow(AnyLine, table=True):
    """A settled wager that counts."""

    __tablename__ = "round_line"
    __table_args__ = (
        UniqueConstraint("round_id", "settlement", "place", name="uq_round_line_place"),
        CheckConstraint("stake >= 0 AND net >= -stake", name="loses_its_stake_at_most"),
    )

    round_id: int = key_of("game_round")
    patron_id: int | None = optional_key_of("patron", index=True)


class SeatRow(AnySeat, table=True):
    """Who sat where at a table, and until when."""

    __tablename__ = "round_seat"
    __table_args__ = (
        Index("ix_round_seat_latest", "table_id", "seat", "id"),
        Index("ix_round_seat_entrant", "entrant"),
        UniqueConstraint("table_id", "key", name="uq_round_seat_key"),
    )

    table_id: int = key_of("gaming_table")


class PracticeRoundRow(AnyRound, table=True):
    """A round that teaches a dealer the game; nothing in it counts."""

    __tablename__ = "practice_round"
    __table_args__ = (
        UniqueConstraint("table_id", "number", name="uq_practice_round_number"),
        UniqueConstraint("table_id", "key", name="uq_practice_round_key"),
    )
    practice: ClassVar[bool] = True

    table_id: int = key_of("gaming_table")


class PracticeActionRow(AnyAction, table=True):
    """An action of a practice round."""

    __tablename__ = "practice_action"
    __table_args__ = (
        UniqueConstraint("round_id", "seq", name="uq_practice_action_seq"),
        UniqueConstraint("round_id", "key", name="uq_practice_action_key"),
    )

    round_id: int = key_of("practice_round")
    seat_id: int | None = optional_key_of("practice_seat")


class PracticeLineRow(AnyLine, table=True):
    """A settled wager of a practice round."""

    __tablename__ = "practice_line"
    __table_args__ = (
        UniqueConstraint(
            "round_id", "settlement", "place", name="uq_practice_line_place"
        ),
    )

    round_id: int = key_of("practice_round")
    patron_id: int | None = Field(default=None, sa_type=BigKey)


class PracticeSeatRow(AnySeat, table=True):
    """Who sits where while a table is used to practise."""

    __tablename__ = "practice_seat"
    __table_args__ = (
        Index("ix_practice_seat_latest", "table_id", "seat", "id"),
        UniqueConstraint("table_id", "key", name="uq_practice_seat_key"),
    )
    practice: ClassVar[bool] = True

    table_id: int = key_of("gaming_table")


class SeatScreenRow(Row, table=True):
    """A phone that may show one player's own hand, for as long as they sit there."""

    __tablename__ = "seat_screen"

    table_id: int = key_of("gaming_table", index=True)
    seat: int
    practice: bool
    # The row of that book which says that they sat down.
    sitting_id: int = Field(sa_type=BigKey)
    # Neither the address nor what the phone keeps can be read back from here.
    address_sha256: str = Field(max_length=64, unique=True)
    phone_sha256: str = Field(default="", max_length=64, index=True)
    made_at: datetime
    made_by: str = Field(max_length=120)
    opened_at: datetime | None = None
    ended_at: datetime | None = None
