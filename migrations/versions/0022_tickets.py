"""Tickets of promotions: every gift, those by hand, and the lists they came from."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0022"
down_revision = "0021"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BIG = sa.BigInteger()
AT = sa.DateTime(timezone=True)
TABLES = (
    "promotion_list",
    "promotion_grant",
    "promotion_by_hand",
    "promotion_list_batch",
    "promotion_list_refused",
)


def upgrade() -> None:
    _list()
    _grant()
    _by_hand()
    _batch()
    _refused()
    for table in TABLES:
        append_only(table)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _key(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def _text(*names: tuple[str, int]) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.String(n), nullable=False) for name, n in names)


def _whole(*names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, BIG, nullable=False) for name in names)


def _id() -> sa.Column:
    return sa.Column("id", KEY, nullable=False)


def _list() -> None:
    op.create_table(
        "promotion_list",
        _id(),
        sa.Column("promotion_id", KEY, nullable=False),
        *_text(("sha256", 64), ("name", 160)),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        _belongs("promotion_list", "promotion_id", "promotion"),
        _key("promotion_list"),
        sa.UniqueConstraint("promotion_id", "sha256", name="uq_promotion_list"),
    )


def _grant() -> None:
    table = "promotion_grant"
    op.create_table(
        table,
        _id(),
        sa.Column("promotion_id", KEY, nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        *_text(("holder", 16)),
        sa.Column("patron_id", KEY, nullable=False),
        *_text(("reference", 80), ("came", 32)),
        *_whole("amount", "counted", "tickets"),
        sa.Column("at", AT, nullable=False),
        sa.Column("run_id", KEY, nullable=True),
        _belongs(table, "promotion_id", "promotion"),
        _belongs(table, "patron_id", "patron"),
        _belongs(table, "run_id", "promotion_list"),
        _key(table),
        sa.UniqueConstraint("promotion_id", "reference", name="uq_promotion_grant"),
    )
    covers = ["promotion_id", "draw", "holder", "tickets"]
    op.create_index("ix_promotion_grant_of", table, covers)


def _by_hand() -> None:
    table = "promotion_by_hand"
    op.create_table(
        table,
        _id(),
        sa.Column("grant_id", KEY, nullable=False),
        *_text(("reason", 400)),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        _belongs(table, "grant_id", "promotion_grant"),
        _key(table),
        sa.UniqueConstraint("grant_id", name=op.f(f"uq_{table}_grant_id")),
    )


def _batch() -> None:
    table = "promotion_list_batch"
    op.create_table(
        table,
        _id(),
        sa.Column("list_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_whole("rows", "taken", "twice", "refused", "tickets"),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("at", AT, nullable=False),
        _belongs(table, "list_id", "promotion_list"),
        _key(table),
        sa.UniqueConstraint("list_id", "number", name="uq_promotion_list_batch"),
    )


def _refused() -> None:
    table = "promotion_list_refused"
    op.create_table(
        table,
        _id(),
        sa.Column("list_id", KEY, nullable=False),
        *_whole("line"),
        *_text(("reference", 80), ("rule", 64), ("why", 200)),
        _belongs(table, "list_id", "promotion_list"),
        _key(table),
    )
    op.create_index("ix_promotion_list_refused_of", table, ["list_id", "line"])
