"""Draws: rooms, who is present, results, vacancies, certificates, lists made again."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0027"
down_revision = "0026"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BIG = sa.BigInteger()
AT = sa.DateTime(timezone=True)
TABLES = (
    "promotion_room",
    "promotion_waiver",
    "promotion_beacon",
    "promotion_presence",
    "promotion_draw",
    "promotion_selection",
    "promotion_vacancy",
    "promotion_certificate",
    "promotion_again",
)


def upgrade() -> None:
    _room()
    _there()
    _draw()
    _selection()
    _certificate()
    _again()
    for table in TABLES:
        append_only(table)


def _made(table: str, *columns: sa.schema.SchemaItem) -> None:
    key = sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))
    op.create_table(table, sa.Column("id", KEY, nullable=False), *columns, key)


def _of(
    table: str, column: str, to: str, *, needed: bool = True
) -> tuple[sa.schema.SchemaItem, ...]:
    name = op.f(f"fk_{table}_{column}_{to}")
    belongs = sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)
    return sa.Column(column, KEY, nullable=not needed), belongs


def _some(kind: sa.types.TypeEngine, *names: str) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, kind, nullable=False) for name in names)


def _text(**lengths: int) -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.String(n), nullable=False) for name, n in lengths.items()
    )


def _signed() -> tuple[sa.Column, ...]:
    return (*_some(AT, "at"), *_text(by=64, by_name=120))


def _indexed(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _room() -> None:
    table = "promotion_room"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_of(table, "drawer_id", "staff"),
        *_of(table, "presenter_id", "staff", needed=False),
        *_of(table, "scrutineer_id", "staff", needed=False),
        *_some(sa.JSON(), "bonds"),
        *_signed(),
    )
    op.create_index("ix_promotion_room_of", table, ["promotion_id", "draw"])
    _indexed(table, "drawer_id", "presenter_id", "scrutineer_id")
    table = "promotion_waiver"
    _made(
        table,
        *_of(table, "room_id", "promotion_room"),
        *_text(reason=400),
        *_signed(),
        sa.UniqueConstraint("room_id", name=op.f(f"uq_{table}_room_id")),
    )


def _there() -> None:
    table = "promotion_beacon"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_text(value=200),
        *_signed(),
        sa.UniqueConstraint("promotion_id", "draw", name=f"uq_{table}"),
    )
    table = "promotion_presence"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw", "round"),
        *_of(table, "staff_id", "staff"),
        *_some(sa.LargeBinary(), "sealed"),
        *_text(beacon=200),
        *_signed(),
    )
    op.create_index("ix_promotion_presence_of", table, ["promotion_id", "draw"])
    _indexed(table, "staff_id")


def _draw() -> None:
    table = "promotion_draw"
    _made(
        table,
        *_of(table, "promotion_id", "promotion"),
        *_some(sa.Integer(), "draw"),
        *_of(table, "freeze_id", "promotion_freeze", needed=False),
        *_text(how=32),
        *_of(table, "scrutineer_id", "staff", needed=False),
        *_text(scrutineer_name=120, beacon_value=200, aborted=400, evidence=64),
        *_signed(),
        sa.UniqueConstraint("promotion_id", "draw", name=f"uq_{table}"),
    )
    _indexed(table, "freeze_id", "scrutineer_id")


def _selection() -> None:
    table = "promotion_selection"
    _made(
        table,
        *_of(table, "draw_id", "promotion_draw"),
        *_some(sa.Integer(), "round", "position"),
        *_text(prize=16),
        sa.Column("ticket", BIG, nullable=True),
        sa.Column("place", BIG, nullable=True),
        *_text(paper=40, ref=16),
        *_of(table, "patron_id", "patron"),
        sa.Column("replaces", sa.Integer(), nullable=True),
        *_text(reason=400),
        *_signed(),
        sa.UniqueConstraint("draw_id", "position", name=f"uq_{table}"),
    )
    _indexed(table, "patron_id")
    table = "promotion_vacancy"
    _made(
        table,
        *_of(table, "selection_id", "promotion_selection"),
        *_text(sign=32, ground=32, reason=400),
        *_signed(),
    )
    _indexed(table, "selection_id")


def _certificate() -> None:
    table = "promotion_certificate"
    _made(
        table,
        *_of(table, "draw_id", "promotion_draw"),
        *_some(sa.Integer(), "round"),
        *_some(sa.LargeBinary(), "content"),
        *_text(sha256=64),
        *_some(AT, "at"),
        sa.UniqueConstraint("draw_id", "round", name=f"uq_{table}"),
    )


def _again() -> None:
    table = "promotion_again"
    _made(
        table,
        *_of(table, "freeze_id", "promotion_freeze"),
        *_of(table, "of_id", "promotion_freeze"),
        *_some(sa.JSON(), "prizes", "positions"),
        *_text(reason=400),
        *_signed(),
        sa.UniqueConstraint("freeze_id", name=op.f(f"uq_{table}_freeze_id")),
    )
    _indexed(table, "of_id")
