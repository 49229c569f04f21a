"""Players arrive at their session or stay away, as it was noted."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0011"
down_revision = "0010"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NAME = "tournament_arrival"


def upgrade() -> None:
    op.create_table(
        NAME,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("stage_at", sa.Integer(), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("identity_seen", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f(f"fk_{NAME}_tournament_id_tournament"),
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f(f"fk_{NAME}_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{NAME}")),
    )
    op.create_index(f"ix_{NAME}_of", NAME, ["tournament_id", "stage_at", "id"])
    op.create_index(op.f(f"ix_{NAME}_entry_id"), NAME, ["entry_id"])
    append_only(NAME)
