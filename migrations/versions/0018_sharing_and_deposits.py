"""An approved way of sharing a jackpot; limits on deposits, and what was paid in."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0018"
down_revision = "0017"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    sharing = sa.Column("sharing", sa.String(120), nullable=False, server_default="")
    op.add_column("prize_meter", sharing)
    limit = sa.Column("limit_cents", sa.BigInteger(), nullable=True)
    _table("deposit_limit", limit)
    funds = sa.Column("funds", sa.String(32), nullable=False)
    _table("deposit", funds, sa.Column("cents", sa.BigInteger(), nullable=False))


def _table(name: str, *parts: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        *parts,
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f(f"fk_{name}_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_patron_id"), name, ["patron_id"])
    append_only(name)
