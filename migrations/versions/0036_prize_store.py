"""The prize store: each thing as it comes in for a prize, and as it goes out."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0036"
down_revision = "0035"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE, OF = "promotion_store", "promotion_id"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("thing", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("moved", sa.String(32), nullable=False),
        sa.Column(OF, KEY, nullable=False),
        sa.Column("prize", sa.Integer(), nullable=False),
        sa.Column("cost_cents", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            [OF], ["promotion.id"], name=op.f(f"fk_{TABLE}_{OF}_promotion")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("thing", "number", name="uq_promotion_store_thing"),
    )
    op.create_index(op.f(f"ix_{TABLE}_{OF}"), TABLE, [OF])
    append_only(TABLE)
