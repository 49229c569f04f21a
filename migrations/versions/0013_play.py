"""Sessions of tournaments are played: tables, hands, the marker, counts."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0013"
down_revision = "0012"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
OF_TABLE = ("session_table_id", "tournament_session_table")


def upgrade() -> None:
    _sessions()
    _tables()
    _at_tables()
    for table in (
        "tournament_session",
        "tournament_session_pause",
        "tournament_session_table",
        "tournament_hand",
        "tournament_marker",
        "tournament_count",
        "tournament_table_closed",
    ):
        append_only(table)


def _create(name: str, refers: dict[str, str], *columns: object) -> None:
    """A table with a number of its own and whatever it belongs to."""
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        *(sa.Column(column, KEY, nullable=False) for column in refers),
        *columns,
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{to}.id"], name=op.f(f"fk_{name}_{column}_{to}")
            )
            for column, to in refers.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )


def _index(name: str, column: str) -> None:
    op.create_index(op.f(f"ix_{name}_{column}"), name, [column])


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _whole(*names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.Integer(), nullable=False) for name in names)


def _chips(name: str) -> sa.Column:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _text(name: str, length: int = 400) -> sa.Column:
    return sa.Column(name, sa.String(length), nullable=False)


def _flag(name: str) -> sa.Column:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _sessions() -> None:
    name = "tournament_session"
    _create(
        name,
        {"tournament_id": "tournament"},
        *_whole("stage_at", "session"),
        sa.Column("plan", sa.JSON(), nullable=False),
        *_signed(),
        sa.UniqueConstraint("tournament_id", "stage_at", "session", name=f"uq_{name}"),
    )
    pause = f"{name}_pause"
    of = {"session_id": name}
    _create(pause, of, _flag("paused"), _text("reason"), *_signed())
    _index(pause, "session_id")


def _tables() -> None:
    name = "tournament_session_table"
    _create(
        name,
        {"session_id": "tournament_session", "table_id": "gaming_table"},
        *_whole("after_round", "first_seat"),
        *_signed(),
        sa.UniqueConstraint("session_id", "table_id", name=f"uq_{name}"),
    )
    op.create_index(f"ix_{name}_of", name, ["table_id", "after_round"])
    hand = "tournament_hand"
    _create(
        hand,
        {OF_TABLE[0]: OF_TABLE[1], "round_id": "game_round"},
        *_whole("round_number", "settlement"),
        _flag("counts"),
        *_whole("first_seat"),
        sa.Column("at", AT, nullable=False),
        sa.UniqueConstraint("round_id", "settlement", name=f"uq_{hand}"),
    )
    op.create_index(f"ix_{hand}_of", hand, ["session_table_id", "round_number"])


def _at_tables() -> None:
    marker, count = "tournament_marker", "tournament_count"
    of = {OF_TABLE[0]: OF_TABLE[1]}
    _create(marker, of, *_whole("after_round", "seat"), _text("reason"), *_signed())
    _index(marker, OF_TABLE[0])
    _create(
        count,
        of,
        _text("which", 32),
        _chips("rack_chips"),
        sa.Column("stacks", sa.JSON(), nullable=False),
        *_signed(),
    )
    _index(count, OF_TABLE[0])
    closed = "tournament_table_closed"
    _create(
        closed,
        of | {"count_id": count},
        _text("ground", 32),
        _text("ruling"),
        _chips("variance_chips"),
        *_signed(),
        sa.UniqueConstraint(OF_TABLE[0], name=op.f(f"uq_{closed}_{OF_TABLE[0]}")),
    )
    _index(closed, "count_id")
