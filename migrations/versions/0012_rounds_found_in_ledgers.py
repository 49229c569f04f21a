"""What a round brought is found in the ledgers however long they have grown."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_index("ix_meter_entry_round", "meter_entry", ["table_id", "round"])
    op.create_index("ix_wager_round", "wager", ["table_number", "round"])
