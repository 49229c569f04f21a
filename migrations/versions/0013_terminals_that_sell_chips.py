"""Chips bought at a cashless table name the terminal that sold them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    terminal = sa.Column("terminal", sa.String(40), nullable=False, server_default="")
    op.add_column("declared_chips", terminal)
