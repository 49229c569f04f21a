"""Members of staff declare their own patron record and their relatives."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0019"
down_revision = "0018"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "staff_kin"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("relation", sa.String(32), nullable=False),
        sa.Column("declared", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f(f"fk_{TABLE}_staff_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f(f"fk_{TABLE}_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(f"ix_{TABLE}_of", TABLE, ["staff_id", "patron_id"])
    op.create_index(op.f(f"ix_{TABLE}_patron_id"), TABLE, ["patron_id"])
    append_only(TABLE)
