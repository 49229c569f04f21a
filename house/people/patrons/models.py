"""The tables of patrons, their player cards and their exclusions."""

import re
from datetime import date, datetime
from enum import StrEnum
from secrets import token_hex

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field

from house.db import Row, VersionedRow, key_of, optional_key_of, words

MOBILE = re.compile(r"(\+61)(4[0-9]{2})([0-9]{3})([0-9]{3})")
LANDLINE = re.compile(r"(\+61)([0-9])([0-9]{4})([0-9]{4})")


class PatronRow(VersionedRow, table=True):
    """A person who plays or enters here, as known to the house."""

    __tablename__ = "patron"
    __table_args__ = (Index("ix_patron_search_born", "search_name", "born_on"),)

    given_name: str = Field(max_length=80)
    family_name: str = Field(max_length=80)
    search_name: str = Field(max_length=170)  # folded: case, accents and spaces gone
    born_on: date = Field(index=True)
    email: str = Field(default="", max_length=254)
    phone: str = Field(default="", max_length=32, index=True)
    street: str = Field(default="", max_length=160)
    suburb: str = Field(default="", max_length=80)
    state: str = Field(default="", max_length=40)
    postcode: str = Field(default="", max_length=16)
    country: str = Field(default="Australia", max_length=60)
    may_publish_name: bool = False
    is_employee: bool = False
    is_contractor: bool = False
    is_associate: bool = False
    created_at: datetime
    merged_into_id: int | None = optional_key_of("patron", index=True)
    merged_at: datetime | None = None
    # Marks on the record are made with it, and mean nothing once it is gone.
    salt: str = Field(default_factory=lambda: token_hex(16), max_length=32)
    erased_at: datetime | None = None

    @property
    def name(self) -> str:
        """The name as it is read out."""
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def spoken_phone(self) -> str:
        """The telephone number in the groups it is read out in."""
        if match := MOBILE.fullmatch(self.phone) or LANDLINE.fullmatch(self.phone):
            return " ".join(match.groups())
        return self.phone


class PlayerCardRow(Row, table=True):
    """A player card: one number, one holder, good until it is cancelled."""

    __tablename__ = "player_card"

    number: str = Field(max_length=32, unique=True)
    patron_id: int = key_of("patron", index=True)
    issued_at: datetime
    cancelled_at: datetime | None = None
    cancelled_why: str = Field(default="", max_length=200)


class ExcludedBy(StrEnum):
    """Who asked for an exclusion."""

    SELF = "self"
    HOUSE = "house"
    REGULATOR = "regulator"


class ExclusionRow(Row, table=True):
    """A time in which a patron may not take part; it is lifted, never erased."""

    __tablename__ = "exclusion"
    __table_args__ = (
        CheckConstraint("until_at IS NULL OR until_at > from_at", name="has_length"),
    )

    patron_id: int = key_of("patron", index=True)
    by: ExcludedBy = Field(sa_type=words(ExcludedBy))
    reason: str = Field(max_length=400)
    from_at: datetime
    until_at: datetime | None = None
    recorded_by: str = Field(max_length=64)
    lifted_at: datetime | None = None
    lifted_by: str = Field(default="", max_length=64)
    lifted_why: str = Field(default="", max_length=400)
