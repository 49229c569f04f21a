"""Stacks are keyed where nobody keys cards, and starts of sessions are moved."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0018"
down_revision = "0017"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
KEYED, MOVED = "tournament_keyed_hands", "tournament_start_moved"


def upgrade() -> None:
    _keyed()
    _moved()
    for table in (KEYED, MOVED):
        append_only(table)


def _whole(*names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.Integer(), nullable=False) for name in names)


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _of(name: str, column: str, to: str) -> tuple[sa.ForeignKeyConstraint, ...]:
    of = sa.ForeignKeyConstraint(
        [column], [f"{to}.id"], name=op.f(f"fk_{name}_{column}_{to}")
    )
    return (of, sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")))


def _keyed() -> None:
    op.create_table(
        KEYED,
        sa.Column("id", KEY, nullable=False),
        sa.Column("session_table_id", KEY, nullable=False),
        sa.Column("takes_back", sa.Integer(), nullable=True),
        *_whole("number", "hands", "played", "next_seat"),
        *(
            sa.Column(name, sa.JSON(), nullable=False)
            for name in ("stacks", "won", "first_bets")
        ),
        *_signed(),
        *_of(KEYED, "session_table_id", "tournament_session_table"),
        sa.UniqueConstraint("session_table_id", "number", name="uq_tournament_keyed"),
    )


def _moved() -> None:
    op.create_table(
        MOVED,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        *_whole("stage_at", "session"),
        sa.Column("starts", AT, nullable=False),
        sa.Column("told_how", sa.String(400), nullable=False),
        *_signed(),
        *_of(MOVED, "tournament_id", "tournament"),
    )
    columns = ["tournament_id", "stage_at", "session"]
    op.create_index(f"ix_{MOVED}_of", MOVED, columns)
