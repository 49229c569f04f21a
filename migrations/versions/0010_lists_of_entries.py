"""Lists of entries: each once, taken in batches, with a mark for each row."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0010"
down_revision = "0009"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
LIST, BATCH, ROW = "entry_import", "entry_import_batch", "entry_import_row"


def upgrade() -> None:
    _lists()
    _batches()
    _rows()
    for table in (BATCH, ROW):
        append_only(table)
    for column in ("born_on", "phone"):  # looked up for a whole list at once
        op.create_index(op.f(f"ix_patron_{column}"), "patron", [column])


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _key(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _lists() -> None:
    op.create_table(
        LIST,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("unread", sa.JSON(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        *_signed(),
        _key(LIST, "tournament_id", "tournament"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{LIST}")),
        sa.UniqueConstraint("tournament_id", "sha256", name=f"uq_{LIST}"),
    )


def _batches() -> None:
    op.create_table(
        BATCH,
        sa.Column("id", KEY, nullable=False),
        sa.Column("import_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        *_signed(),
        _key(BATCH, "import_id", LIST),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{BATCH}")),
        sa.UniqueConstraint("import_id", "number", name=f"uq_{BATCH}"),
    )


def _rows() -> None:
    op.create_table(
        ROW,
        sa.Column("id", KEY, nullable=False),
        sa.Column("import_id", KEY, nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("entry_id", KEY, nullable=True),
        sa.Column("reasons", sa.JSON(), nullable=False),
        _key(ROW, "import_id", LIST),
        _key(ROW, "entry_id", "tournament_entry"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{ROW}")),
        sa.UniqueConstraint("import_id", "line", name=f"uq_{ROW}"),
    )
    op.create_index(op.f(f"ix_{ROW}_entry_id"), ROW, ["entry_id"])
