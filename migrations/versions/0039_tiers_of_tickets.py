"""Tickets say the tier of their card; on SQLite a replaced one is a deleted one."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
TABLE = "promotion_grant"


def upgrade() -> None:
    op.add_column(
        TABLE, sa.Column("tier", sa.String(40), nullable=False, server_default="")
    )
    if op.get_bind().dialect.name == "sqlite":
        # Every connection of the house has REPLACE fire the trigger of DELETE.
        op.execute(f"DROP TRIGGER {TABLE}_no_replace")
