"""Where a letter was posted to, kept like its words."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import refuse_once_set

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    empty = sa.Column("address", sa.String(300), nullable=False, server_default="")
    op.add_column("notice", empty)
    refuse_once_set("notice", "addressed", "posted_at", ("address",))
