"""Prizes are handed over by two signatures of the house, and name which thing went."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0037"
down_revision = "0036"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE, OF = "promotion_handing", "selection_id"


def upgrade() -> None:
    for name, length in (("thing", 64), ("witness_id", 64)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("promotion_handed", column)
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column(OF, KEY, nullable=False),
        sa.Column("instead", sa.Boolean(), nullable=False),
        sa.Column("way", sa.String(32), nullable=False),
        sa.Column("thing", sa.String(64), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("signed_by", sa.String(160), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            [OF],
            ["promotion_selection.id"],
            name=op.f(f"fk_{TABLE}_{OF}_promotion_selection"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(op.f(f"ix_{TABLE}_{OF}"), TABLE, [OF])
    append_only(TABLE)
