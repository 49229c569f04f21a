"""A table is designated from a time on, and serves open play until then."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0015"


def upgrade() -> None:
    since = sa.Column("kept_from", sa.DateTime(timezone=True), nullable=True)
    op.add_column("gaming_table", since)
