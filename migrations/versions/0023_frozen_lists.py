"""Frozen lists: secrets, promises, what was fixed, who was left out, headers."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0023"
down_revision = "0022"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BIG = sa.BigInteger()
AT = sa.DateTime(timezone=True)
TABLES = (
    "promotion_draw_secret",
    "promotion_promise",
    "promotion_freeze",
    "promotion_frozen_part",
    "promotion_screened",
    "promotion_header",
)


def upgrade() -> None:
    _secret()
    _promise()
    _freeze()
    _part()
    _screened()
    _header()
    for table in TABLES:
        append_only(table)


def _made(table: str, *columns: sa.schema.SchemaItem) -> None:
    key = sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))
    op.create_table(table, sa.Column("id", KEY, nullable=False), *columns, key)


def _of(table: str, column: str, to: str) -> tuple[sa.schema.SchemaItem, ...]:
    name = op.f(f"fk_{table}_{column}_{to}")
    belongs = sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)
    return sa.Column(column, KEY, nullable=False), belongs


def _some(kind: sa.types.TypeEngine, *names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, kind, nullable=False) for name in names)


def _text(**lengths: int) -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.String(n), nullable=False) for name, n in lengths.items()
    )


def _indexed(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _secret() -> None:
    table = "promotion_draw_secret"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_some(sa.LargeBinary(), "sealed"),
        *_some(AT, "at"),
        sa.UniqueConstraint("promotion_id", "draw", name=f"uq_{table}"),
    )


def _promise() -> None:
    table = "promotion_promise"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_of(table, "staff_id", "staff"),
        *_text(salt=32, promise=64),
        *_some(AT, "at"),
        *_text(by=64, by_name=120),
    )
    _indexed(table, "promotion_id", "staff_id")


def _freeze() -> None:
    table = "promotion_freeze"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_some(AT, "closed_at"),
        *_of(table, "document_id", "document"),
        *_text(entry_root=64, house=64),
        *_some(BIG, "holders", "tickets"),
        sa.UniqueConstraint("promotion_id", "draw", name=f"uq_{table}"),
    )
    _indexed(table, "document_id")


def _part() -> None:
    table = "promotion_frozen_part"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw", "number"),
        *_text(first_ref=16),
        *_some(sa.LargeBinary(), "root", "refs", "bounds", "salts", "leaves"),
        sa.UniqueConstraint("promotion_id", "draw", "number", name=f"uq_{table}"),
    )


def _screened() -> None:
    table = "promotion_screened"
    _made(
        table,
        *_of(table, "freeze_id", "promotion_freeze"),
        *_of(table, "patron_id", "patron"),
        *_text(holder=16),
        *_some(BIG, "tickets"),
        *_text(ground=32, rule=64, why=200),
    )
    _indexed(table, "freeze_id", "patron_id")


def _header() -> None:
    table = "promotion_header"
    _made(
        table,
        *_of(table, "freeze_id", "promotion_freeze"),
        *_some(sa.LargeBinary(), "content"),
        *_text(sha256=64),
        *_some(AT, "at"),
        sa.UniqueConstraint("freeze_id", name=op.f(f"uq_{table}_freeze_id")),
    )
