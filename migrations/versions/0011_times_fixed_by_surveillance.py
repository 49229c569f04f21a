"""Where the equipment failed, Surveillance fixes when a jackpot hand was keyed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
CLAIM = "meter_claim"


def upgrade() -> None:
    op.add_column(CLAIM, sa.Column("fixed_at", sa.DateTime(timezone=True)))
    op.add_column(
        CLAIM,
        sa.Column("fixed_by", sa.String(120), nullable=False, server_default=""),
    )
    op.add_column(
        CLAIM,
        sa.Column(
            "equipment_failed", sa.Boolean(), nullable=False, server_default=sa.false()
        ),
    )
