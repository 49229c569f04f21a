"""The tables of the gaming floor."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint
from sqlmodel import Field

from house.db import VersionedRow, optional_key_of, words


class Game(StrEnum):
    """What may be played at a table."""

    MISSISSIPPI_STUD = "mississippi_stud"
    CARIBBEAN_STUD = "caribbean_stud"
    BACCARAT = "baccarat"

    @property
    def label(self) -> str:
        """The game as it stands on a sign."""
        return self.value.replace("_", " ").title()


class Device(StrEnum):
    """What the cards are dealt from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"
    HAND = "hand"

    @property
    def label(self) -> str:
        """The device as it stands on a page."""
        names = {"shuffler": "Shuffling device", "hand": "The dealer’s hand"}
        return names.get(self.value, "Shoe")


class TableStatus(StrEnum):
    """Whether patrons may play at a table."""

    OPEN = "open"
    CLOSED = "closed"


class Designation(StrEnum):
    """What a table is kept for; it then serves nothing else."""

    OPEN_PLAY = "open play"
    TOURNAMENT = "tournament"
    CLOSED = "closed"

    @property
    def label(self) -> str:
        """The designation as it stands on a page."""
        return "Out of use" if self is Designation.CLOSED else self.value.capitalize()


class TableRow(VersionedRow, table=True):
    """One gaming table: its game under one document, its limits, its supervisor."""

    __tablename__ = "gaming_table"
    __table_args__ = (
        CheckConstraint("seats BETWEEN 1 AND 14", name="seats_fit"),
        CheckConstraint(
            "minimum_cents > 0 AND maximum_cents >= minimum_cents", name="limits_fit"
        ),
    )

    number: int = Field(unique=True)
    game: Game = Field(sa_type=words(Game))
    rulebook: str = Field(max_length=16)
    seats: int
    device: Device = Field(sa_type=words(Device))
    # How its cards are mixed and what their backs are; empty: as is usual there.
    method: str = Field(default="", max_length=16)
    backs: str = Field(default="", max_length=40)
    machine_counts: bool = False
    device_off: bool = False  # what it deals from is not on the table
    device_approval: str = Field(default="", max_length=80)  # of an automated shoe
    low_limit: bool = False
    cashless: bool = False
    minimum_cents: int = Field(sa_type=BigInteger)
    maximum_cents: int = Field(sa_type=BigInteger)
    unit_cents: int = Field(sa_type=BigInteger)
    status: TableStatus = Field(default=TableStatus.CLOSED, sa_type=words(TableStatus))
    opened_at: datetime | None = None  # the last time people were let play
    supervisor_id: int | None = optional_key_of("staff", index=True)
    designation: Designation = Field(
        default=Designation.OPEN_PLAY, sa_type=words(Designation)
    )
    # What it is designated for, by kind and number: the floor knows no tournaments.
    kept_for_kind: str = Field(default="", max_length=32)
    kept_for_id: str = Field(default="", max_length=64)
    kept_for_name: str = Field(default="", max_length=160)
    kept_from: datetime | None = None  # until then it serves open play
    designated_by: str = Field(default="", max_length=120)
    designated_at: datetime | None = None
