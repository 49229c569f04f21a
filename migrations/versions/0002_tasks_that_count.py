"""A task of a ruling says whether it is done only with the number that was found."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    counted = sa.Column(
        "counted", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("ruling_task", counted)
