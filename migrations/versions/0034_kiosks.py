"""Who swiped in for a draw, and wrong numbers at kiosks."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0034"
down_revision = "0033"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def _to(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name)


def upgrade() -> None:
    table = "promotion_activation"
    op.create_table(
        table,
        sa.Column("id", KEY, nullable=False),
        sa.Column("promotion_id", KEY, nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("display_id", KEY, nullable=False),
        sa.Column("at", TIME, nullable=False),
        _to(table, "promotion_id", "promotion"),
        _to(table, "patron_id", "patron"),
        _to(table, "display_id", "display"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.UniqueConstraint("promotion_id", "draw", "holder", name=f"uq_{table}"),
    )
    op.create_index(op.f(f"ix_{table}_patron_id"), table, ["patron_id"])
    append_only(table)
    table = "promotion_kiosk_miss"
    op.create_table(
        table,
        sa.Column("id", KEY, nullable=False),
        sa.Column("display_id", KEY, nullable=False),
        sa.Column("at", TIME, nullable=False),
        _to(table, "display_id", "display"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )
    op.create_index(f"ix_{table}_of", table, ["display_id", "at"])
