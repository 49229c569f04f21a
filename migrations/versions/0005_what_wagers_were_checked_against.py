"""With each wager, the loss limit it was checked against and what that left."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("wager", sa.Column("limit_cents", sa.BigInteger(), nullable=True))
    op.add_column("wager", sa.Column("room_cents", sa.BigInteger(), nullable=True))
