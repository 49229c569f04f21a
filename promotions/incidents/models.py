"""The tables of incidents: what was found, and that a draw was validated after it."""

from datetime import datetime

from sqlmodel import Field

from house.db import SignedRow, key_of, words
from promotions.rules.gates import Decision


class IncidentRow(SignedRow, table=True):
    """Somebody found that a draw may be compromised, and what was decided."""

    __tablename__ = "promotion_incident"

    promotion_id: int = key_of("promotion", index=True)
    notice_id: int = key_of("notice", unique=True)
    found_at: datetime
    found_by: str = Field(max_length=120)
    what: str = Field(max_length=1000)
    decision: Decision = Field(sa_type=words(Decision))


class ValidationRow(SignedRow, table=True):
    """Somebody else wrote down how the integrity of the draw was validated."""

    __tablename__ = "promotion_validation"

    incident_id: int = key_of("promotion_incident", unique=True)
    how: str = Field(max_length=1000)
