"""Whether what a table deals from is there, and the approval of an automated shoe."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    off = sa.Column(
        "device_off", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    approval = sa.Column(
        "device_approval", sa.String(80), nullable=False, server_default=""
    )
    op.add_column("gaming_table", off)
    op.add_column("gaming_table", approval)
