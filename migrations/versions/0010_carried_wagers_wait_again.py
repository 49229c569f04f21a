"""A carried wager may wait again, and a claim may take the place of another."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0010"
down_revision = "0009"
ENDS = "carried_wager_end"


def upgrade() -> None:
    with op.batch_alter_table(ENDS) as batch:
        batch.drop_constraint(op.f("uq_carried_wager_end_carried_id"), type_="unique")
    if op.get_bind().dialect.name == "sqlite":  # there the table was made anew
        append_only(ENDS)
    for column in ("carried_id", "round_id"):
        op.create_index(op.f(f"ix_{ENDS}_{column}"), ENDS, [column])
    op.add_column("meter_claim", sa.Column("place", sa.BigInteger(), nullable=True))
