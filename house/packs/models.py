"""The tables of packs: asked for, part by part, listed, ready; nothing is changed."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from house.db import BigKey, Row, SignedRow, key_of


class PackRow(SignedRow, table=True):
    """Somebody asked for everything about one event."""

    __tablename__ = "pack"
    __table_args__ = (Index("ix_pack_subject", "subject_kind", "subject_id"),)

    subject_kind: str = Field(max_length=32)
    subject_id: int = Field(sa_type=BigKey)
    subject_name: str = Field(max_length=160)


class PackPartRow(Row, table=True):
    """One part of a pack, with the files that were written for it."""

    __tablename__ = "pack_part"
    __table_args__ = (
        UniqueConstraint("pack_id", "number", name="uq_pack_part_number"),
    )

    pack_id: int = key_of("pack")
    number: int
    name: str = Field(max_length=64)
    title: str = Field(max_length=160)
    rule_id: str = Field(max_length=64)
    rows: int
    files: list[dict[str, Any]] = Field(sa_type=JSON)  # name, bytes, sha256 of each
    read_at: int = Field(sa_type=BigInteger)  # the newest entry of the record then
    at: datetime


class PackManifestRow(Row, table=True):
    """The list of every file of a pack, as the record knows it."""

    __tablename__ = "pack_manifest"

    pack_id: int = key_of("pack", unique=True)
    content: bytes
    sha256: str = Field(max_length=64)
    entry: int = Field(sa_type=BigInteger)  # of the record
    at: datetime


class PackFileRow(Row, table=True):
    """A pack that is ready: one file, under a signed checkpoint."""

    __tablename__ = "pack_file"

    pack_id: int = key_of("pack", unique=True)
    bytes: int = Field(sa_type=BigInteger)
    sha256: str = Field(max_length=64)
    checkpoint: int  # nought where none could be signed
    unsigned: str = Field(default="", max_length=400)  # why, in that case
    at: datetime
    lies_until: datetime
