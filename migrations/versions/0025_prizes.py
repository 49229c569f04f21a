"""Prizes of tournaments, and their handing out."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0025"
down_revision = "0024"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _prize()
    _paid()
    append_only("tournament_prize")
    append_only("tournament_prize_paid")


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _text(*names: tuple[str, int]) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.String(n), nullable=False) for name, n in names)


def _prize() -> None:
    table = "tournament_prize"
    whole = ("number", "finished", "first_place", "last_place")
    op.create_table(
        table,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in whole),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        *_text(("rule_id", 64)),
        sa.Column("collect_by", AT, nullable=False),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        _belongs(table, "tournament_id", "tournament"),
        _belongs(table, "entry_id", "tournament_entry"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.UniqueConstraint("tournament_id", "number", name="uq_tournament_prize"),
        sa.UniqueConstraint("entry_id", name=op.f(f"uq_{table}_entry_id")),
    )


def _paid() -> None:
    table = "tournament_prize_paid"
    op.create_table(
        table,
        sa.Column("id", KEY, nullable=False),
        sa.Column("prize_id", KEY, nullable=False),
        *_text(("method", 32)),
        sa.Column("shift_id", KEY, nullable=True),
        *_text(("identity", 120), ("witness", 120), ("note", 200)),
        sa.Column("marked", sa.Boolean(), nullable=False),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        _belongs(table, "prize_id", "tournament_prize"),
        _belongs(table, "shift_id", "cage_shift"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.UniqueConstraint("prize_id", name=op.f(f"uq_{table}_prize_id")),
    )
    op.create_index(op.f(f"ix_{table}_shift_id"), table, ["shift_id"])
