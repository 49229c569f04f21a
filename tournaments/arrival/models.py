"""The table of arrivals: appended, the newest row for a player and session holds."""

from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class ArrivalNote(StrEnum):
    """What was noted of a player at the door."""

    ARRIVED = "arrived"
    ARRIVAL_BACK = "arrival taken back"
    ABSENT = "absent"
    ABSENCE_BACK = "absence taken back"


class ArrivalRow(SignedRow, table=True):
    """A player arrived at a session, was absent from it, or either was taken back."""

    __tablename__ = "tournament_arrival"
    __table_args__ = (
        Index("ix_tournament_arrival_of", "tournament_id", "stage_at", "id"),
    )

    tournament_id: int = key_of("tournament")
    entry_id: int = key_of("tournament_entry", index=True)
    stage_at: int = 0
    session: int
    what: ArrivalNote = Field(sa_type=words(ArrivalNote))
    identity_seen: bool = False
