"""What every row with terms has: the draft being written, and the version in force."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field

from house.db import VersionedRow, optional_key_of


class TermsRow(VersionedRow):
    """Something that is held by its terms, such as a tournament or a promotion."""

    slug: str = Field(max_length=64, unique=True)
    name: str = Field(max_length=120)
    # What is being written; once published, what the next version would say.
    draft: dict[str, Any] = Field(sa_type=JSON)
    # The version of the terms that binds now.
    document_id: int | None = optional_key_of("document", index=True)
    template: str = Field(default="", max_length=32)  # it was begun from
    created_at: datetime
    created_by: str = Field(max_length=64)
    created_by_name: str = Field(max_length=120)
    saved_at: datetime
    saved_by: str = Field(max_length=64)
    saved_by_name: str = Field(max_length=120)
