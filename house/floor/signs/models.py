"""Signs at tables and what they announce: changes of limits, closings, markers."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from house.db import BigKey, Row, key_of, optional_key_of, words

# At most one thing of a kind waits at a table; the database holds that as well.
WAITING = text("took_effect_at IS NULL AND called_off_at IS NULL")
NOT_OVER = text("closed_at IS NULL AND called_off_at IS NULL")
AT_THE_SEAT = text("ended_at IS NULL")


class SignKind(StrEnum):
    """What a sign at a table tells the players."""

    LIMITS = "limits"
    RAISE = "raise"
    CLOSING = "closing"


class SignRow(Row, table=True):
    """A notice put up at a table; put up again after a break, it is another row."""

    __tablename__ = "table_sign"
    __table_args__ = (UniqueConstraint("table_id", "serial"),)

    table_id: int = key_of("gaming_table")
    serial: int
    kind: SignKind = Field(sa_type=words(SignKind))
    says: dict[str, Any] = Field(sa_type=JSON)
    displayed_at: datetime
    displayed_by: str = Field(max_length=120)


class SignRemovalRow(Row, table=True):
    """That a notice was taken down: when, by whom and why."""

    __tablename__ = "table_sign_removal"

    sign_id: int = key_of("table_sign", unique=True)
    taken_down_at: datetime
    taken_down_by: str = Field(max_length=120)
    why: str = Field(max_length=200)


class ChangeKind(StrEnum):
    """How a table's limits change."""

    AT_ONCE = "at once"  # nothing a player must be warned of
    RAISE = "raise"  # a higher minimum, after its sign
    RAISE_AT_ONCE = "raise at once"  # a higher minimum; those seated keep theirs
    RAISE_KEPT = "raise for everyone"  # those who kept theirs follow, after a sign


class LimitChangeRow(Row, table=True):
    """A change of a table's limits: what, from when, under which rule, by whom."""

    __tablename__ = "limit_change"
    __table_args__ = (
        Index(
            "ix_limit_change_waiting",
            "table_id",
            unique=True,
            sqlite_where=WAITING,
            postgresql_where=WAITING,
        ),
        CheckConstraint(
            "minimum_cents > 0 AND maximum_cents >= minimum_cents", name="limits_fit"
        ),
    )

    table_id: int = key_of("gaming_table", index=True)
    kind: ChangeKind = Field(sa_type=words(ChangeKind))
    old_minimum_cents: int = Field(sa_type=BigInteger)
    old_maximum_cents: int = Field(sa_type=BigInteger)
    old_unit_cents: int = Field(sa_type=BigInteger)
    minimum_cents: int = Field(sa_type=BigInteger)
    maximum_cents: int = Field(sa_type=BigInteger)
    unit_cents: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    announced_at: datetime
    announced_by: str = Field(max_length=120)
    effective_at: datetime  # as announced; later when its sign was interrupted
    sign_id: int | None = optional_key_of("table_sign")
    took_effect_at: datetime | None = None
    called_off_at: datetime | None = None
    called_off_by: str = Field(default="", max_length=120)


class ClosingRow(Row, table=True):
    """That a table is about to close: after so many hands, or when its sign says."""

    __tablename__ = "table_closing"
    __table_args__ = (
        Index(
            "ix_table_closing_waiting",
            "table_id",
            unique=True,
            sqlite_where=NOT_OVER,
            postgresql_where=NOT_OVER,
        ),
    )

    table_id: int = key_of("gaming_table", index=True)
    rule_id: str = Field(max_length=64)
    announced_at: datetime
    announced_by: str = Field(max_length=120)
    hands_needed: int | None = None
    hands_played: int = 0
    hand_under_way: bool = False  # the hand being played at the notice counts for none
    closes_at: datetime | None = None
    sign_id: int | None = optional_key_of("table_sign")
    closed_at: datetime | None = None
    called_off_at: datetime | None = None
    called_off_by: str = Field(default="", max_length=120)


class MarkerKind(StrEnum):
    """Why a seat carries a marker."""

    PERSONAL = "personal limits"
    KEPT_MINIMUM = "keeps the old minimum"


class MarkerRow(Row, table=True):
    """A marker at a seat: one player's own limits, until the player leaves."""

    __tablename__ = "seat_marker"
    __table_args__ = (
        Index(
            "ix_seat_marker_at_the_seat",
            "table_id",
            "seat",
            "kind",
            unique=True,
            sqlite_where=AT_THE_SEAT,
            postgresql_where=AT_THE_SEAT,
        ),
    )

    table_id: int = key_of("gaming_table", index=True)
    seat: int
    player: str = Field(max_length=80)
    kind: MarkerKind = Field(sa_type=words(MarkerKind))
    minimum_cents: int = Field(sa_type=BigInteger)
    maximum_cents: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    since: datetime
    agreed_by: str = Field(max_length=120)
    ended_at: datetime | None = None
    ended_by: str = Field(default="", max_length=120)
    ended_why: str = Field(default="", max_length=120)


class DisplayRow(Row, table=True):
    """A screen of the house, known by an address that nobody can guess."""

    __tablename__ = "display"

    token: str = Field(max_length=64, unique=True)
    shows: str = Field(max_length=32)
    subject_id: int = Field(sa_type=BigKey)
    name: str = Field(max_length=120)
    made_at: datetime
    made_by: str = Field(max_length=120)
    withdrawn_at: datetime | None = None
    seen_at: datetime | None = None


class EditionRow(Row, table=True):
    """From when an edition of a document holds here; a correction is a newer row."""

    __tablename__ = "edition_in_force"

    code: str = Field(max_length=16)
    edition: str = Field(max_length=64)
    since: datetime
    instrument: str = Field(max_length=200)
    entered_at: datetime
    entered_by: str = Field(max_length=120)


class ClockRow(Row, table=True):
    """That the clock of the house is right now, though signs are dated ahead of it."""

    __tablename__ = "clock_set_right"

    at: datetime
    # Signs and removals up to these were dated by the wrong clock.
    last_sign_id: int = Field(default=0, sa_type=BigKey)
    last_removal_id: int = Field(default=0, sa_type=BigKey)
    why: str = Field(max_length=200)
    entered_by: str = Field(max_length=120)
