"""With each wager its loss limit and what that left; when the clock was set right."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("wager", sa.Column("limit_cents", sa.BigInteger(), nullable=True))
    op.add_column("wager", sa.Column("room_cents", sa.BigInteger(), nullable=True))
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "clock_set_right",
        sa.Column("id", key, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_sign_id", key, nullable=False),
        sa.Column("last_removal_id", key, nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("entered_by", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clock_set_right")),
    )
    append_only("clock_set_right")
