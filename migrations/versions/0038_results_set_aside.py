"""The result of a draw may be set aside after a doubt; it stays, with the reason."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0038"
down_revision = "0037"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "promotion_set_aside"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", KEY, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("draw_id", KEY, nullable=False),
        sa.Column("incident_id", KEY, nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.ForeignKeyConstraint(
            ["draw_id"],
            ["promotion_draw.id"],
            name=op.f(f"fk_{TABLE}_draw_id_promotion_draw"),
        ),
        sa.ForeignKeyConstraint(
            ["incident_id"],
            ["promotion_incident.id"],
            name=op.f(f"fk_{TABLE}_incident_id_promotion_incident"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("draw_id", name=op.f(f"uq_{TABLE}_draw_id")),
        sa.UniqueConstraint("incident_id", name=op.f(f"uq_{TABLE}_incident_id")),
    )
    append_only(TABLE)
