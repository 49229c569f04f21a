"""A draw of seats names the stage it is for; a round is always one of a table."""

from alembic import op

revision = "0022"
down_revision = "0020"


def upgrade() -> None:
    op.execute("ALTER TABLE tournament_draw RENAME COLUMN round_at TO stage_at")
