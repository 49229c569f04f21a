"""Draws shown: how many names a stage has, and when a winner was called."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0032"
down_revision = "0031"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _made(
        "promotion_call",
        *_of("promotion_call", "selection_id", "promotion_selection"),
        sa.Column("until", AT, nullable=False),
        sa.UniqueConstraint(
            "selection_id", name=op.f("uq_promotion_call_selection_id")
        ),
    )
    _made(
        "promotion_stage",
        *_of("promotion_stage", "draw_id", "promotion_draw"),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.UniqueConstraint("draw_id", "shown", name="uq_promotion_stage"),
    )


def _made(table: str, *columns: sa.schema.SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("id", KEY, nullable=False),
        *columns,
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )
    append_only(table)


def _of(table: str, column: str, to: str) -> tuple[sa.schema.SchemaItem, ...]:
    name = op.f(f"fk_{table}_{column}_{to}")
    belongs = sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)
    return sa.Column(column, KEY, nullable=False), belongs
