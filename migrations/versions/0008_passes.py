"""Entrants have a pass: its fingerprint and a sealed copy are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
TABLE = "tournament_pass"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("revoked_at", AT, nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f(f"fk_{TABLE}_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("token_sha256", name=op.f(f"uq_{TABLE}_token_sha256")),
    )
    op.create_index(op.f(f"ix_{TABLE}_entry_id"), TABLE, ["entry_id"])
