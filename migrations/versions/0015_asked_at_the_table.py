"""What people see and confirm at a table, and idle players asked for their seat."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0015"
down_revision = "0013"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    opened = sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True)
    op.add_column("gaming_table", opened)
    shown = sa.Column("shown_cents", sa.BigInteger(), nullable=True)
    op.add_column("meter_table", shown)
    op.add_column("meter_table", sa.Column("has_spots", sa.Boolean(), nullable=True))
    _table(
        "confirmed_by_hand",
        _own("confirmed_by_hand", "table_id", "gaming_table"),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("moment", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(80), nullable=False),
        sa.UniqueConstraint(
            "table_id", "rule_id", "moment", name="uq_confirmed_by_hand"
        ),
    )
    _table(
        "asked_to_vacate",
        _own("asked_to_vacate", "sitting_id", "round_seat"),
        sa.Column("sitting_id", KEY, nullable=False),
        sa.Column("idle_rounds", sa.Integer(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.UniqueConstraint("key", name=op.f("uq_asked_to_vacate_key")),
    )
    op.create_index(
        op.f("ix_asked_to_vacate_sitting_id"), "asked_to_vacate", ["sitting_id"]
    )


def _table(name: str, *parts: sa.schema.SchemaItem) -> None:
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        *parts,
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    append_only(name)


def _own(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name)
