"""The tables of draws: what was held, who was drawn, and how a prize fell vacant."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class How(StrEnum):
    """How a draw was held."""

    PROVABLE = "provable"  # anybody can repeat it
    BARREL = "barrel"  # paper, by hand


class RoomRow(SignedRow, table=True):
    """The room of a draw is set up: who draws, presents and watches; newest holds."""

    __tablename__ = "promotion_room"
    __table_args__ = (Index("ix_promotion_room_of", "promotion_id", "draw"),)

    promotion_id: int = key_of("promotion")
    draw: int
    drawer_id: int = key_of("staff", index=True)
    presenter_id: int | None = optional_key_of("staff", index=True)
    scrutineer_id: int | None = optional_key_of("staff", index=True)
    bonds: list[str] = Field(default_factory=list, sa_type=JSON)  # to entrants


class WaiverRow(SignedRow, table=True):
    """Somebody else lets a draw be held in spite of bonds to entrants, and why."""

    __tablename__ = "promotion_waiver"

    room_id: int = key_of("promotion_room", unique=True)
    reason: str = Field(max_length=400)


class BeaconRow(SignedRow, table=True):
    """The public value of a draw, as it was read out in the room."""

    __tablename__ = "promotion_beacon"
    __table_args__ = (
        UniqueConstraint("promotion_id", "draw", name="uq_promotion_beacon"),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    value: str = Field(max_length=200)


class PresenceRow(SignedRow, table=True):
    """The scrutineer is there and consents to one round; its link waits, sealed."""

    __tablename__ = "promotion_presence"
    __table_args__ = (Index("ix_promotion_presence_of", "promotion_id", "draw"),)

    promotion_id: int = key_of("promotion")
    draw: int
    round: int
    staff_id: int = key_of("staff", index=True)
    sealed: bytes = Field(sa_type=LargeBinary)  # one value of the chain; empty: paper
    beacon: str = Field(max_length=200)  # the public value as the scrutineer saw it


class DrawRow(SignedRow, table=True):
    """A draw that was held or given up: one for each number, for ever."""

    __tablename__ = "promotion_draw"
    __table_args__ = (
        UniqueConstraint("promotion_id", "draw", name="uq_promotion_draw"),
    )

    promotion_id: int = key_of("promotion")
    draw: int
    freeze_id: int | None = optional_key_of("promotion_freeze", index=True)
    how: How = Field(sa_type=words(How))
    scrutineer_id: int | None = optional_key_of("staff", index=True)
    scrutineer_name: str = Field(default="", max_length=120)
    beacon_value: str = Field(default="", max_length=200)
    aborted: str = Field(default="", max_length=400)  # why; empty where it was held
    evidence: str = Field(default="", max_length=64)  # hash of a photograph of paper


class SelectionRow(SignedRow, table=True):
    """A ticket that was drawn for a prize, and whose it is."""

    __tablename__ = "promotion_selection"
    __table_args__ = (
        UniqueConstraint("draw_id", "position", name="uq_promotion_selection"),
    )

    draw_id: int = key_of("promotion_draw")
    round: int
    position: int
    prize: str = Field(max_length=16)  # its number in the terms
    ticket: int | None = Field(default=None, sa_type=BigInteger)
    place: int | None = Field(default=None, sa_type=BigInteger)  # in the frozen list
    paper: str = Field(default="", max_length=40)  # what a paper ticket reads
    ref: str = Field(max_length=16)
    patron_id: int = key_of("patron", index=True)
    replaces: int | None = None  # the position that fell vacant
    reason: str = Field(default="", max_length=400)  # why it did


class Ground(StrEnum):
    """Why a prize falls vacant."""

    LAPSED = "lapsed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    SET_ASIDE = "set aside"  # with the whole result of its draw


class Sign(StrEnum):
    """What a signature does to a prize that may fall vacant."""

    FIRST = "first"
    SECOND = "second"
    BY_ITSELF = "by itself"  # the time of the terms to claim it was over
    WITH_ITS_DRAW = "with its draw"  # the result of the draw was set aside
    REOPENED = "reopened"


class VacancyRow(SignedRow, table=True):
    """A signature that a prize fell vacant, or that it did not; the newest holds."""

    __tablename__ = "promotion_vacancy"

    selection_id: int = key_of("promotion_selection", index=True)
    sign: Sign = Field(sa_type=words(Sign))
    ground: Ground = Field(sa_type=words(Ground))
    reason: str = Field(max_length=400)


class CertificateRow(Row, table=True):
    """A certificate as it was signed: one for a draw, one more for each round."""

    __tablename__ = "promotion_certificate"
    __table_args__ = (
        UniqueConstraint("draw_id", "round", name="uq_promotion_certificate"),
    )

    draw_id: int = key_of("promotion_draw")
    round: int
    content: bytes = Field(sa_type=LargeBinary)
    sha256: str = Field(max_length=64)
    at: datetime


class AgainRow(SignedRow, table=True):
    """A list made from an earlier one, less its winners, for prizes left to draw."""

    __tablename__ = "promotion_again"

    freeze_id: int = key_of("promotion_freeze", unique=True)
    of_id: int = key_of("promotion_freeze", index=True)
    prizes: list[str] = Field(sa_type=JSON)  # one for each place, in drawing order
    positions: list[int] = Field(sa_type=JSON)  # vacated in the earlier draw
    reason: str = Field(max_length=400)


class SetAsideRow(SignedRow, table=True):
    """The result of a draw does not stand after a doubt; it is kept, with why."""

    __tablename__ = "promotion_set_aside"

    draw_id: int = key_of("promotion_draw", unique=True)
    incident_id: int = key_of("promotion_incident", unique=True)
    reason: str = Field(max_length=400)


class CallRow(SignedRow, table=True):
    """A winner was called who has to be there: from then on the time runs."""

    __tablename__ = "promotion_call"

    selection_id: int = key_of("promotion_selection", unique=True)
    until: datetime


class StageRow(SignedRow, table=True):
    """How many names the stage shows of a draw; the newest holds."""

    __tablename__ = "promotion_stage"
    __table_args__ = (UniqueConstraint("draw_id", "shown", name="uq_promotion_stage"),)

    draw_id: int = key_of("promotion_draw")
    shown: int
