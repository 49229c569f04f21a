"""Packs: everything about one event as one file."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0030"
down_revision = "0029"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _pack()
    _part()
    _manifest()
    _file()
    for table in ("pack", "pack_part", "pack_manifest", "pack_file"):
        append_only(table)


def _text(*names: tuple[str, int]) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.String(n), nullable=False) for name, n in names)


def _of_pack(table: str) -> tuple[sa.Column | sa.Constraint, ...]:
    return (
        sa.Column("pack_id", KEY, nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id"], ["pack.id"], name=op.f(f"fk_{table}_pack_id_pack")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def _pack() -> None:
    op.create_table(
        "pack",
        sa.Column("id", KEY, nullable=False),
        *_text(("subject_kind", 32)),
        sa.Column("subject_id", KEY, nullable=False),
        *_text(("subject_name", 160)),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pack")),
    )
    op.create_index("ix_pack_subject", "pack", ["subject_kind", "subject_id"])


def _part() -> None:
    op.create_table(
        "pack_part",
        sa.Column("id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_text(("name", 64), ("title", 160), ("rule_id", 64)),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("read_at", sa.BigInteger(), nullable=False),
        sa.Column("at", AT, nullable=False),
        *_of_pack("pack_part"),
        sa.UniqueConstraint("pack_id", "number", name="uq_pack_part_number"),
    )


def _manifest() -> None:
    op.create_table(
        "pack_manifest",
        sa.Column("id", KEY, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        *_text(("sha256", 64)),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("at", AT, nullable=False),
        *_of_pack("pack_manifest"),
        sa.UniqueConstraint("pack_id", name=op.f("uq_pack_manifest_pack_id")),
    )


def _file() -> None:
    op.create_table(
        "pack_file",
        sa.Column("id", KEY, nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        *_text(("sha256", 64)),
        sa.Column("checkpoint", sa.Integer(), nullable=False),
        *_text(("unsigned", 400)),
        sa.Column("at", AT, nullable=False),
        sa.Column("lies_until", AT, nullable=False),
        *_of_pack("pack_file"),
        sa.UniqueConstraint("pack_id", name=op.f("uq_pack_file_pack_id")),
    )
