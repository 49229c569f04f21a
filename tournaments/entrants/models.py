"""The tables of what entrants hold and say themselves."""

from datetime import datetime

from sqlmodel import Field

from house.db import BigKey, Row


class PassRow(Row, table=True):
    """The secret address of an entry: its fingerprint, and a sealed copy to print."""

    __tablename__ = "tournament_pass"

    entry_id: int = Field(foreign_key="tournament_entry.id", sa_type=BigKey, index=True)
    token_sha256: str = Field(max_length=64, unique=True)
    sealed: bytes
    at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)
    revoked_at: datetime | None = None
