"""The tables of imports: a list once, its batches, and a mark for each of its rows."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, key_of, optional_key_of, words


class Outcome(StrEnum):
    """What became of a row."""

    NEW = "new"  # entered, and added to the patrons
    KNOWN = "known"  # entered, found among the patrons
    TWICE = "twice"  # that person has entered already
    REFUSED = "refused"

    @property
    def is_entered(self) -> bool:
        """Whether there is an entry for it."""
        return self in {Outcome.NEW, Outcome.KNOWN}


class ImportRow(SignedRow, table=True):
    """A list for one tournament; the same bytes are the same list."""

    __tablename__ = "entry_import"
    __table_args__ = (
        UniqueConstraint("tournament_id", "sha256", name="uq_entry_import"),
    )

    tournament_id: int = key_of("tournament")
    sha256: str = Field(max_length=64)
    name: str = Field(max_length=160)  # of the file
    rows: int
    unread: list[str] = Field(sa_type=JSON)  # columns that mean nothing to us
    said: dict[str, Any] = Field(sa_type=JSON)  # about everybody on the list


class ImportBatchRow(SignedRow, table=True):
    """Rows taken together, and where the next ones begin."""

    __tablename__ = "entry_import_batch"
    __table_args__ = (
        UniqueConstraint("import_id", "number", name="uq_entry_import_batch"),
    )

    import_id: int = key_of("entry_import")
    number: int
    done: int  # rows, with those of the batches before
    offset: int = Field(sa_type=BigInteger)  # in the staged file, of what comes next
    counts: dict[str, int] = Field(sa_type=JSON)  # outcomes, with those before


class ImportedRow(Row, table=True):
    """What became of one row of a list, once and for good."""

    __tablename__ = "entry_import_row"
    __table_args__ = (
        UniqueConstraint("import_id", "line", name="uq_entry_import_row"),
    )

    import_id: int = key_of("entry_import")
    line: int
    outcome: Outcome = Field(sa_type=words(Outcome))
    entry_id: int | None = optional_key_of("tournament_entry", index=True)
    reasons: list[list[str]] = Field(sa_type=JSON)  # rule, what is wrong, what is right
