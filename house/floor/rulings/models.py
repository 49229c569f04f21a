"""The tables of rulings: each kept as it was made, and what was done about it since."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from game.irregularities.ruling import RoundFate
from house.db import Row, SignedRow, key_of, optional_key_of, words


class RulingRow(Row, table=True):
    """One ruling: what happened, the rule, the effects, who called and who decided."""

    __tablename__ = "ruling"
    __table_args__ = (
        UniqueConstraint("table_id", "day", "number", name="uq_ruling_number"),
        CheckConstraint("number > 0", name="number_counts"),
        Index("ix_ruling_day", "day", "id"),
        Index("ix_ruling_rule", "rule_id", "id"),
        Index("ix_ruling_lent", "lent_kind", "lent_id", "id"),
    )

    key: str = Field(max_length=80, unique=True)
    table_id: int = key_of("gaming_table")
    table_number: int
    day: date  # of the venue
    number: int
    round_id: int | None = optional_key_of("game_round", index=True)
    round: int | None = None
    seq: int = 0  # the last action of the round that it was made on
    unit: str = Field(max_length=8)
    document: str = Field(max_length=16)
    what: str = Field(max_length=32)
    answers: dict[str, Any] = Field(sa_type=JSON)
    rule_id: str = Field(max_length=64)
    spoken: str = Field(max_length=1000)
    fate: RoundFate = Field(sa_type=words(RoundFate))
    effects: list[dict[str, Any]] = Field(sa_type=JSON)
    told: list[dict[str, Any]] = Field(sa_type=JSON)
    moves: list[dict[str, Any]] = Field(sa_type=JSON)  # what was done to the round
    chosen: list[str] = Field(sa_type=JSON)  # where the rule says “may”
    retracted: list[int] = Field(sa_type=JSON)  # seats that took their wagers back
    returned: int = Field(sa_type=BigInteger)
    rank: str = Field(max_length=32)  # that decided
    decided_under: str = Field(default="", max_length=64)
    called_by: str = Field(max_length=64)
    called_by_name: str = Field(max_length=120)
    decided_by: str = Field(max_length=64)
    decided_by_name: str = Field(max_length=120)
    at: datetime
    # Whose the table was meanwhile, where it was lent.
    lent_kind: str = Field(default="", max_length=32)
    lent_id: str = Field(default="", max_length=64)
    lent_name: str = Field(default="", max_length=160)


class RulingTaskRow(Row, table=True):
    """Something a ruling asks for; before the next deal where it says so."""

    __tablename__ = "ruling_task"
    __table_args__ = (
        UniqueConstraint("ruling_id", "place", name="uq_ruling_task_place"),
        Index("ix_ruling_task_table", "table_id", "before_next_deal", "id"),
    )

    ruling_id: int = key_of("ruling")
    table_id: int = key_of("gaming_table")
    place: int
    what: str = Field(max_length=200)
    rule_id: str = Field(max_length=64)
    before_next_deal: bool
    counted: bool = False  # done only with the number that was found


class RulingEvent(StrEnum):
    """What can be added to a ruling."""

    DONE = "done"
    TOLD = "told"


class RulingEventRow(SignedRow, table=True):
    """A task that was done, or somebody who was told."""

    __tablename__ = "ruling_event"
    __table_args__ = (
        UniqueConstraint("ruling_id", "happened", "place", name="uq_ruling_event"),
    )

    ruling_id: int = key_of("ruling")
    happened: RulingEvent = Field(sa_type=words(RulingEvent))
    place: int  # of the task, or of whoever is told
    note: str = Field(default="", max_length=400)


class CautionRow(Row, table=True):
    """A warning to a player for as long as they stay at the table."""

    __tablename__ = "caution"
    __table_args__ = (Index("ix_caution_sitting", "table_id", "sitting_id"),)

    ruling_id: int = key_of("ruling", index=True)
    table_id: int = key_of("gaming_table")
    seat: int
    sitting_id: int | None = optional_key_of("round_seat")
    player: str = Field(max_length=80)
    fault: str = Field(max_length=80)
    rule_id: str = Field(max_length=64)
    at: datetime


class CarriedRow(Row, table=True):
    """A jackpot wager that waits for the next round after a misdeal."""

    __tablename__ = "carried_wager"
    __table_args__ = (
        UniqueConstraint("ruling_id", "seat", name="uq_carried_wager_seat"),
        Index("ix_carried_wager_table", "table_id", "id"),
    )

    ruling_id: int = key_of("ruling")
    table_id: int = key_of("gaming_table")
    seat: int
    sitting_id: int | None = optional_key_of("round_seat")
    player: str = Field(max_length=80)
    amount: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    at: datetime


class Fate(StrEnum):
    """What became of a carried wager, last."""

    PLAYED = "played"
    WAITING = "waiting"  # once more: the round that played it took it back
    RETURNED = "returned"
    NEVER = "never staked"  # the round it came from was corrected


class CarriedEndRow(SignedRow, table=True):
    """What became of a carried wager: it was played, or went back to who left.

    The newest row holds: a first card may be taken back and a round corrected.
    """

    __tablename__ = "carried_wager_end"

    carried_id: int = key_of("carried_wager", index=True)
    fate: Fate = Field(sa_type=words(Fate))
    round_id: int | None = optional_key_of("game_round", index=True)
    notification: str = Field(default="", max_length=120)  # of the error, where asked
    rule_id: str = Field(max_length=64)

    @property
    def is_played(self) -> bool:
        """Whether a later round plays it."""
        return self.fate is Fate.PLAYED


class Direction(StrEnum):
    """What a supervisor's direction asks of somebody, or keeps them from."""

    FIRST = "act first"
    ENGLISH = "English only"
    APART = "apart"  # from those named in the same ruling
    GAME = "game"
    CASINO = "casino"


class DirectionRow(Row, table=True):
    """Somebody who was directed by a ruling: to stay away or apart, to act first."""

    __tablename__ = "direction"

    ruling_id: int = key_of("ruling", index=True)
    direction: Direction = Field(sa_type=words(Direction))
    patron_id: int | None = optional_key_of("patron", index=True)
    player: str = Field(max_length=80, index=True)
    rule_id: str = Field(max_length=64)
    at: datetime
