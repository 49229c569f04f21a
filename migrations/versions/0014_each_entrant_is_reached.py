"""Each entrant is reached by their own channel, and it is kept who was."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
TABLE = "tournament_reach"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("notice_id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("reached_at", AT, nullable=True),
        sa.Column("how", sa.String(200), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["notice.id"], name=op.f(f"fk_{TABLE}_notice_id_notice")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f(f"fk_{TABLE}_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("notice_id", "entry_id", name="uq_tournament_reach"),
    )
    op.create_index(op.f(f"ix_{TABLE}_entry_id"), TABLE, ["entry_id"])
