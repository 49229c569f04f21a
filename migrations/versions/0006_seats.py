"""Draws of seats are looked at and released; conditions, moves and cards are kept."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0006"
down_revision = "0005"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
NEW = ("tournament_seat_condition", "tournament_move", "tournament_seat_card")
PLACE = ("session", "table_number", "seat")


def upgrade() -> None:
    _draws()
    _conditions()
    _moves()
    _cards()
    for table in NEW:
        append_only(table)


def _draws() -> None:
    """A draw that was held before there was a release is released since then."""
    for column in (
        sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("why", sa.String(400), nullable=False, server_default=""),
        sa.Column("swaps", sa.JSON(), nullable=False, server_default="[]"),
        *_step("confirmed"),
        *_step("released"),
    ):
        op.add_column("tournament_draw", column)
    op.execute(
        "UPDATE tournament_draw SET confirmed_at = held_at, confirmed_by = held_by, "
        "confirmed_by_name = held_by_name, released_at = held_at, "
        "released_by = held_by, released_by_name = held_by_name "
        "WHERE held_at IS NOT NULL"
    )


def _step(name: str) -> tuple[sa.Column, ...]:
    return (
        sa.Column(f"{name}_at", AT, nullable=True),
        sa.Column(f"{name}_by", sa.String(64), nullable=False, server_default=""),
        sa.Column(f"{name}_by_name", sa.String(120), nullable=False, server_default=""),
    )


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _whole(*names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.Integer(), nullable=False) for name in names)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _conditions() -> None:
    name = "tournament_seat_condition"
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        *_whole("entry", "other", *PLACE),
        sa.Column("holds", sa.Boolean(), nullable=False),
        sa.Column("why", sa.String(400), nullable=False),
        *_signed(),
        _belongs(name, "tournament_id", "tournament"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    op.create_index(f"ix_{name}_of", name, ["tournament_id", "id"])


def _moves() -> None:
    name = "tournament_move"
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        *_whole("stage_at"),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        *_whole(*PLACE, "turn", "from_session", "from_table", "from_seat"),
        sa.Column("why", sa.String(400), nullable=False),
        *_signed(),
        _belongs(name, "tournament_id", "tournament"),
        _belongs(name, "entry_id", "tournament_entry"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint(
            "tournament_id", "stage_at", *PLACE, "turn", name="uq_tournament_move_seat"
        ),
    )
    op.create_index("ix_tournament_move_at", name, ["tournament_id", "at"])
    op.create_index(op.f("ix_tournament_move_entry_id"), name, ["entry_id"])


def _cards() -> None:
    name = "tournament_seat_card"
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        *_whole(*PLACE),
        *_signed(),
        _belongs(name, "entry_id", "tournament_entry"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f("ix_tournament_seat_card_entry_id"), name, ["entry_id"])
