"""The tables of what entrants hold and say themselves."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, VersionedRow, key_of, optional_key_of, words


class PassRow(SignedRow, table=True):
    """The secret address of an entry: its fingerprint, and a sealed copy to print."""

    __tablename__ = "tournament_pass"

    entry_id: int = key_of("tournament_entry", index=True)
    token_sha256: str = Field(max_length=64, unique=True)
    sealed: bytes
    revoked_at: datetime | None = None


class Consent(StrEnum):
    """What an entrant agrees to, each apart from the others."""

    PRIVACY = "privacy policy read"
    NAME = "name published"
    SUBURB = "suburb published"
    IMAGE = "image used"


class ConsentRow(SignedRow, table=True):
    """An entrant agreed to something, or took that back: the newest row holds."""

    __tablename__ = "tournament_consent"

    entry_id: int = key_of("tournament_entry", index=True)
    # Whose word it is: a substitute speaks for themselves.
    patron_id: int | None = optional_key_of("patron", index=True)
    what: Consent = Field(sa_type=words(Consent))
    given: bool
    document_id: int = key_of("document", index=True)


class Outcome(StrEnum):
    """What became of an application."""

    WAITING = "waiting"
    TAKEN = "taken"
    DECLINED = "declined"
    LAPSED = "lapsed"  # nobody had looked at it in time
    TAKEN_BACK = "taken back"  # by the entrant who named a substitute


class ApplicationRow(VersionedRow, table=True):
    """Somebody asked online to enter; once it ends, only its numbers are kept.

    Or an entrant named them on their pass, to take over the entry.
    """

    __tablename__ = "tournament_application"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_application"),
        Index("ix_tournament_application_from", "address_mark", "at"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    given_name: str = Field(max_length=80)
    family_name: str = Field(max_length=80)
    born_on: date | None
    email: str = Field(default="", max_length=254)
    phone: str = Field(default="", max_length=32)
    card_number: str = Field(default="", max_length=32)
    consents: list[str] = Field(sa_type=JSON)
    document_id: int = key_of("document", index=True)
    same_mark: str = Field(max_length=64)  # of everything typed: sent twice, kept once
    address_mark: str = Field(max_length=64)
    at: datetime
    held_until: datetime | None = None  # a place, where the house holds one
    takes_over_id: int | None = optional_key_of("tournament_entry", index=True)
    outcome: Outcome = Field(default=Outcome.WAITING, sa_type=words(Outcome))
    patron_id: int | None = optional_key_of("patron", index=True)
    entry_id: int | None = optional_key_of("tournament_entry", index=True)
    reason: str = Field(default="", max_length=400)
    ended_at: datetime | None = None
    ended_by: str = Field(default="", max_length=64)
    ended_by_name: str = Field(default="", max_length=120)

    @property
    def name(self) -> str:
        """The name as it was typed."""
        return f"{self.given_name} {self.family_name}".strip()


class ReachRow(Row, table=True):
    """An entrant is to be reached with a notice, and how they were."""

    __tablename__ = "tournament_reach"
    __table_args__ = (
        UniqueConstraint("notice_id", "entry_id", name="uq_tournament_reach"),
    )

    notice_id: int = key_of("notice")
    entry_id: int = key_of("tournament_entry", index=True)
    by_mail: bool  # false: there is no address that works
    at: datetime
    reached_at: datetime | None = None
    how: str = Field(default="", max_length=200)
    by: str = Field(default="", max_length=64)
    by_name: str = Field(default="", max_length=120)
