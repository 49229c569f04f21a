"""What is done to the cards of a table, and how each table mixes them."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0014"
down_revision = "0013"
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _settings()
    op.create_table(
        "deck_act",
        sa.Column("id", BIG, nullable=False),
        sa.Column("table_id", BIG, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("back", sa.String(16), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("stands", sa.JSON(), nullable=False),
        sa.Column("mixed_at", sa.DateTime(timezone=True)),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.UniqueConstraint("table_id", "key", name="uq_deck_act_key"),
        sa.CheckConstraint("round > 0", name=op.f("ck_deck_act_round_counts")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_deck_act_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_act")),
    )
    op.create_index("ix_deck_act_latest", "deck_act", ["table_id", "id"])
    append_only("deck_act")


def _settings() -> None:
    texts = (("method", 16), ("backs", 40))
    for name, length in texts:
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("gaming_table", column)
    counts = sa.Column(
        "machine_counts", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("gaming_table", counts)
