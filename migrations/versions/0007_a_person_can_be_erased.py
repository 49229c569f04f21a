"""A patron has a salt for marks on the record, and can be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
SALTS = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(gen_random_uuid()::text, '-', '')",
}


def upgrade() -> None:
    salt = sa.Column("salt", sa.String(32), nullable=False, server_default="")
    op.add_column("patron", salt)
    at = sa.DateTime(timezone=True)
    op.add_column("patron", sa.Column("erased_at", at, nullable=True))
    salts = SALTS[op.get_bind().dialect.name]
    op.execute(f"UPDATE patron SET salt = {salts}")  # noqa: S608  our own words
