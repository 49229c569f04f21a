"""The tables of documents: versions, prints and acceptances, all of them for ever."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from house.db import BigKey, Row, SignedRow, key_of, words


class DocumentRow(Row, table=True):
    """One version of a document, in the one spelling its hash is made from."""

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("kind", "subject_id", "number", name="uq_document_number"),
        CheckConstraint("number > 0", name="counted"),
    )

    kind: str = Field(max_length=64)
    subject_id: int = Field(sa_type=BigKey)
    number: int
    title: str = Field(max_length=200)
    content: bytes
    sha256: str = Field(max_length=64)
    note: str = Field(default="", max_length=400)
    published_at: datetime
    published_by: str = Field(max_length=64)
    published_by_name: str = Field(max_length=120)


class Paper(StrEnum):
    """What a document is printed on."""

    A4 = "A4"
    LETTER = "Letter"


class DocumentPrintRow(Row, table=True):
    """A version on paper: the first PDF made of it stays the one handed out."""

    __tablename__ = "document_print"
    __table_args__ = (
        UniqueConstraint("document_id", "paper", name="uq_document_print_paper"),
    )

    document_id: int = key_of("document")
    paper: Paper = Field(sa_type=words(Paper))
    pdf: bytes
    sha256: str = Field(max_length=64)
    made_at: datetime


class How(StrEnum):
    """How somebody accepted a version."""

    SIGNED = "signed"  # on paper
    SPOKEN = "spoken"  # said at the desk
    TICKED = "ticked"  # on a page of the house


class DocumentAcceptanceRow(SignedRow, table=True):
    """Somebody accepted one version of a document."""

    __tablename__ = "document_acceptance"
    __table_args__ = (
        UniqueConstraint(
            "document_id", "who_kind", "who_id", name="uq_document_acceptance_who"
        ),
        Index("ix_document_acceptance_who", "who_kind", "who_id"),
    )

    document_id: int = key_of("document")
    who_kind: str = Field(max_length=32)  # such as patron, or entry
    who_id: int = Field(sa_type=BigKey)
    who_name: str = Field(max_length=160)
    how: How = Field(sa_type=words(How))
