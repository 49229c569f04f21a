"""Promotions: their terms, steps, writers, scrutineers, material and files."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0017"
down_revision = "0016"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _promotions()
    _step()
    _writer()
    _word()
    _scrutineer()
    _piece()
    _file()
    _prescribed()


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _text(name: str, length: int) -> sa.Column:
    return sa.Column(name, sa.String(length), nullable=False)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _ledger(name: str, *columns: sa.schema.SchemaItem, index: bool = True) -> None:
    """A table of what was done for a promotion, whose rows never change."""
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("promotion_id", KEY, nullable=False),
        *columns,
        *_signed(),
        _belongs(name, "promotion_id", "promotion"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    if index:
        op.create_index(op.f(f"ix_{name}_promotion_id"), name, ["promotion_id"])
    append_only(name)


def _promotions() -> None:
    name = "promotion"
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        _text("slug", 64),
        _text("name", 120),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("document_id", KEY, nullable=True),
        sa.Column("created_at", AT, nullable=False),
        _text("created_by", 64),
        _text("created_by_name", 120),
        sa.Column("saved_at", AT, nullable=False),
        _text("saved_by", 64),
        _text("saved_by_name", 120),
        _text("status", 32),
        _text("regime", 16),
        sa.Column("starts_at", AT, nullable=True),
        sa.Column("closes_at", AT, nullable=True),
        sa.Column("drawn_at", AT, nullable=True),
        _text("template", 32),
        sa.Column("copied_from_id", KEY, nullable=True),
        _belongs(name, "copied_from_id", name),
        _belongs(name, "document_id", "document"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("slug", name=op.f(f"uq_{name}_slug")),
    )
    for column in ("copied_from_id", "document_id"):
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])
    op.create_index("ix_promotion_status", name, ["status", "starts_at"])


def _step() -> None:
    _ledger(
        "promotion_step",
        _text("action", 32),
        _text("was", 32),
        _text("becomes", 32),
        _text("reason", 400),
    )


def _writer() -> None:
    name = "promotion_writer"
    number = sa.Column("after_number", sa.Integer(), nullable=False)
    _ledger(name, number, index=False)
    op.create_index("ix_promotion_writer_of", name, ["promotion_id", "after_number"])


def _word() -> None:
    name = "promotion_regulator_word"
    _ledger(name, _text("terms_sha256", 64), _text("reference", 200))


def _scrutineer() -> None:
    name = "promotion_scrutineer"
    _ledger(
        name,
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("nominated", sa.Boolean(), nullable=False),
        _text("reason", 400),
        _belongs(name, "staff_id", "staff"),
    )
    op.create_index(op.f(f"ix_{name}_staff_id"), name, ["staff_id"])


def _piece() -> None:
    _ledger(
        "promotion_piece",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("on_file", sa.Boolean(), nullable=False),
        _text("title", 120),
        _text("medium", 32),
        _text("text", 4000),
        _text("channel", 32),
        sa.UniqueConstraint("promotion_id", "number", "on_file", name="uq_piece_once"),
        index=False,
    )


def _file() -> None:
    _ledger(
        "promotion_file",
        _text("name", 120),
        _text("media_type", 64),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        _text("sha256", 64),
        sa.UniqueConstraint("promotion_id", "sha256", name="uq_promotion_file_once"),
        index=False,
    )


def _prescribed() -> None:
    name = "promotion_prescribed"
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        _text("thing", 120),
        sa.Column("listed", sa.Boolean(), nullable=False),
        _text("reference", 200),
        *_signed(),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_thing"), name, ["thing"])
    append_only(name)
