"""What the screens of a tournament show in turn."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0026"
down_revision = "0025"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournament_screen",
        sa.Column("id", KEY, nullable=False),
        sa.Column("display_id", KEY, nullable=False),
        sa.Column("pictures", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("message", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["display_id"],
            ["display.id"],
            name=op.f("fk_tournament_screen_display_id_display"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_screen")),
    )
    op.create_index(
        op.f("ix_tournament_screen_display_id"), "tournament_screen", ["display_id"]
    )
    append_only("tournament_screen")
