"""How far a list of tickets was read, and the play systems that send by a key."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    for name in ("byte", "line"):
        nought = sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")
        op.add_column("promotion_list_batch", nought)
    op.create_table(
        "promotion_caller",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("key_sha256", sa.String(64), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.Column("revoked_by", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotion_caller")),
        sa.UniqueConstraint("key_sha256", name=op.f("uq_promotion_caller_key_sha256")),
    )
