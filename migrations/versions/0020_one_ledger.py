"""One ledger: accounts, balanced postings and their entries."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0020"
down_revision = "0018"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "ledger_account",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("unit", sa.String(24), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("last_at", AT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_account")),
        sa.UniqueConstraint("kind", "owner", "unit", name="uq_ledger_account"),
    )
    op.create_index("ix_ledger_account_owner", "ledger_account", ["owner"])
    op.create_table(
        "ledger_posting",
        sa.Column("id", KEY, nullable=False),
        sa.Column("cause_kind", sa.String(24), nullable=False),
        sa.Column("cause_id", sa.String(120), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_posting")),
        sa.UniqueConstraint(
            "cause_kind", "cause_id", "number", name="uq_ledger_posting"
        ),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("id", KEY, nullable=False),
        sa.Column("posting_id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["posting_id"],
            ["ledger_posting.id"],
            name=op.f("fk_ledger_entry_posting_id_ledger_posting"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["ledger_account.id"],
            name=op.f("fk_ledger_entry_account_id_ledger_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sa.UniqueConstraint("posting_id", "account_id", name="uq_ledger_entry"),
    )
    op.create_index(
        "ix_ledger_entry_account", "ledger_entry", ["account_id", "at", "id"]
    )
    op.drop_table("wager")
    op.drop_table("deposit")
    op.drop_column("prize_meter", "balance_millionths")
    op.add_column("meter_entry", sa.Column("round_id", KEY, nullable=True))
    op.drop_index("ix_meter_entry_round", "meter_entry")
    op.create_index("ix_meter_entry_round", "meter_entry", ["round_id"])
    append_only("ledger_posting")
    append_only("ledger_entry")
