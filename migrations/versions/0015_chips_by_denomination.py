"""Chips at tournament tables by denomination, and moves of them beside the hands."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0015"
down_revision = "0014"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "tournament_chips_moved"


def upgrade() -> None:
    op.add_column("tournament_count", sa.Column("pieces", sa.JSON(), nullable=True))
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("session_table_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("entry_id", KEY, nullable=True),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("pieces", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_table_id"],
            ["tournament_session_table.id"],
            name=op.f(f"fk_{TABLE}_session_table_id_tournament_session_table"),
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f(f"fk_{TABLE}_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
    )
    for column in ("session_table_id", "entry_id"):
        op.create_index(op.f(f"ix_{TABLE}_{column}"), TABLE, [column])
    append_only(TABLE)
