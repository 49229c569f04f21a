"""The tables of incidents: what was found, and that a draw was validated after it."""

from datetime import datetime

from sqlmodel import Field

from house.db import BigKey, SignedRow, words
from promotions.rules.gates import Decision


class IncidentRow(SignedRow, table=True):
    """Somebody found that a draw may be compromised, and what was decided."""

    __tablename__ = "promotion_incident"

    promotion_id: int = Field(foreign_key="promotion.id", sa_type=BigKey, index=True)
    notice_id: int = Field(foreign_key="notice.id", sa_type=BigKey, unique=True)
    found_at: datetime
    found_by: str = Field(max_length=120)
    what: str = Field(max_length=1000)
    decision: Decision = Field(sa_type=words(Decision))


class ValidationRow(SignedRow, table=True):
    """Somebody else wrote down how the integrity of the draw was validated."""

    __tablename__ = "promotion_validation"

    incident_id: int = Field(
        foreign_key="promotion_incident.id", sa_type=BigKey, unique=True
    )
    how: str = Field(max_length=1000)
