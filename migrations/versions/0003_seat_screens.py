"""A seat's screen belongs to a sitting, and only a hash of its address is kept."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seat_screen",
        sa.Column("id", BIG, nullable=False),
        sa.Column("table_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("sitting_id", BIG, nullable=False),
        sa.Column("address_sha256", sa.String(64), nullable=False),
        sa.Column("phone_sha256", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(120), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_seat_screen_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_screen")),
        sa.UniqueConstraint(
            "address_sha256", name=op.f("uq_seat_screen_address_sha256")
        ),
    )
    op.create_index(op.f("ix_seat_screen_table_id"), "seat_screen", ["table_id"])
    op.create_index(
        op.f("ix_seat_screen_phone_sha256"), "seat_screen", ["phone_sha256"]
    )
    display = sa.table(
        "display",
        sa.column("shows", sa.String),
        sa.column("withdrawn_at", sa.DateTime(timezone=True)),
    )
    # Addresses that anybody on the floor could read are good for nothing any more.
    op.execute(
        display.update()
        .where(display.c.shows.like("round seat %"), display.c.withdrawn_at.is_(None))
        .values(withdrawn_at=datetime.now(UTC))
    )
