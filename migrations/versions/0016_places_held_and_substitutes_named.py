"""An application may hold a place for a time, or name a substitute for an entry."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "tournament_application"


def upgrade() -> None:
    at = sa.DateTime(timezone=True)
    with op.batch_alter_table(TABLE) as table:
        table.add_column(sa.Column("held_until", at, nullable=True))
        table.add_column(sa.Column("takes_over_id", KEY, nullable=True))
        table.create_foreign_key(
            op.f(f"fk_{TABLE}_takes_over_id_tournament_entry"),
            "tournament_entry",
            ["takes_over_id"],
            ["id"],
        )
        table.create_index(op.f(f"ix_{TABLE}_takes_over_id"), ["takes_over_id"])
