"""The tables of promotions: one row each, and ledgers of what was done for it."""

from datetime import datetime

from sqlalchemy import Index, LargeBinary, UniqueConstraint
from sqlmodel import Field

from house.db import SignedRow, key_of, optional_key_of, words
from house.terms.models import TermsRow
from promotions.rules.clauses.details import Channel
from promotions.rules.lifecycle import Action, Status
from promotions.rules.material import Medium

KIND = "promotion"  # what the record, notices and documents call one


class PromotionRow(TermsRow, table=True):
    """A promotion: its state, the terms being written, the terms in force."""

    __tablename__ = "promotion"
    __table_args__ = (Index("ix_promotion_status", "status", "starts_at"),)

    status: Status = Field(default=Status.DRAFT, sa_type=words(Status))
    regime: str = Field(max_length=16)
    starts_at: datetime | None = None
    closes_at: datetime | None = None  # for the last draw
    drawn_at: datetime | None = None  # the last draw, as planned
    copied_from_id: int | None = optional_key_of("promotion", index=True)


class PromotionStepRow(SignedRow, table=True):
    """A step a promotion took, by whom and why."""

    __tablename__ = "promotion_step"

    promotion_id: int = key_of("promotion", index=True)
    action: Action = Field(sa_type=words(Action))
    was: Status = Field(sa_type=words(Status))
    becomes: Status = Field(sa_type=words(Status))
    reason: str = Field(default="", max_length=400)


class PromotionWriterRow(SignedRow, table=True):
    """Somebody wrote on the terms, on top of which published version."""

    __tablename__ = "promotion_writer"
    __table_args__ = (Index("ix_promotion_writer_of", "promotion_id", "after_number"),)

    promotion_id: int = key_of("promotion")
    after_number: int  # of the version in force then; nought before the first


class RegulatorWordRow(SignedRow, table=True):
    """The regulator approved a change, as it was written then."""

    __tablename__ = "promotion_regulator_word"

    promotion_id: int = key_of("promotion", index=True)
    terms_sha256: str = Field(max_length=64)
    reference: str = Field(max_length=200)


class ScrutineerRow(SignedRow, table=True):
    """Somebody was nominated as scrutineer, or no longer is; the newest row holds."""

    __tablename__ = "promotion_scrutineer"

    promotion_id: int = key_of("promotion", index=True)
    staff_id: int = key_of("staff", index=True)
    nominated: bool = True  # false ends it
    reason: str = Field(default="", max_length=400)


class PieceRow(SignedRow, table=True):
    """A piece of marketing material on file, or taken off it again."""

    __tablename__ = "promotion_piece"
    __table_args__ = (
        UniqueConstraint("promotion_id", "number", "on_file", name="uq_piece_once"),
    )

    promotion_id: int = key_of("promotion")
    number: int
    on_file: bool = True  # false takes the piece of this number off
    title: str = Field(max_length=120)
    medium: Medium = Field(sa_type=words(Medium))
    text: str = Field(max_length=4000)
    channel: Channel = Field(sa_type=words(Channel))


class FileRow(SignedRow, table=True):
    """A file that terms name by its hash, such as the plans of a house."""

    __tablename__ = "promotion_file"
    __table_args__ = (
        UniqueConstraint("promotion_id", "sha256", name="uq_promotion_file_once"),
    )

    promotion_id: int = key_of("promotion")
    name: str = Field(max_length=120)
    media_type: str = Field(max_length=64)
    content: bytes = Field(sa_type=LargeBinary)
    sha256: str = Field(max_length=64)


class PrescribedRow(SignedRow, table=True):
    """A thing that regulations prescribe was entered, or struck out again."""

    __tablename__ = "promotion_prescribed"

    thing: str = Field(max_length=120, index=True)
    listed: bool = True  # false strikes it out
    reference: str = Field(default="", max_length=200)
