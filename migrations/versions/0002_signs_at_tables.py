"""Signs at tables."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "display",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("shows", sa.String(32), nullable=False),
        sa.Column(
            "subject_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(120), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_display")),
        sa.UniqueConstraint("token", name=op.f("uq_display_token")),
    )
    op.create_table(
        "edition_in_force",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("instrument", sa.String(200), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edition_in_force")),
    )
    op.create_table(
        "seat_marker",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("agreed_by", sa.String(120), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(120), nullable=False),
        sa.Column("ended_why", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_seat_marker_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_marker")),
    )
    with op.batch_alter_table("seat_marker", schema=None) as batch_op:
        batch_op.create_index(
            "ix_seat_marker_at_the_seat",
            ["table_id", "seat", "kind"],
            unique=True,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.create_index(
            batch_op.f("ix_seat_marker_table_id"), ["table_id"], unique=False
        )

    op.create_table(
        "table_sign",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("says", sa.JSON(), nullable=False),
        sa.Column("displayed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("displayed_by", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_table_sign_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_sign")),
        sa.UniqueConstraint("table_id", "serial", name=op.f("uq_table_sign_table_id")),
    )
    op.create_table(
        "limit_change",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("old_minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("old_maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("old_unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("announced_by", sa.String(120), nullable=False),
        sa.Column("effective_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "sign_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("took_effect_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_off_by", sa.String(120), nullable=False),
        sa.CheckConstraint(
            "minimum_cents > 0 AND maximum_cents >= minimum_cents",
            name=op.f("ck_limit_change_limits_fit"),
        ),
        sa.ForeignKeyConstraint(
            ["sign_id"],
            ["table_sign.id"],
            name=op.f("fk_limit_change_sign_id_table_sign"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_limit_change_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_limit_change")),
    )
    with op.batch_alter_table("limit_change", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_limit_change_table_id"), ["table_id"], unique=False
        )
        batch_op.create_index(
            "ix_limit_change_waiting",
            ["table_id"],
            unique=True,
            sqlite_where=sa.text("took_effect_at IS NULL AND called_off_at IS NULL"),
            postgresql_where=sa.text(
                "took_effect_at IS NULL AND called_off_at IS NULL"
            ),
        )

    op.create_table(
        "table_closing",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("announced_by", sa.String(120), nullable=False),
        sa.Column("hands_needed", sa.Integer(), nullable=True),
        sa.Column("hands_played", sa.Integer(), nullable=False),
        sa.Column("hand_under_way", sa.Boolean(), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "sign_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_off_by", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["sign_id"],
            ["table_sign.id"],
            name=op.f("fk_table_closing_sign_id_table_sign"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_table_closing_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_closing")),
    )
    with op.batch_alter_table("table_closing", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_table_closing_table_id"), ["table_id"], unique=False
        )
        batch_op.create_index(
            "ix_table_closing_waiting",
            ["table_id"],
            unique=True,
            sqlite_where=sa.text("closed_at IS NULL AND called_off_at IS NULL"),
            postgresql_where=sa.text("closed_at IS NULL AND called_off_at IS NULL"),
        )

    op.create_table(
        "table_sign_removal",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "sign_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("taken_down_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_down_by", sa.String(120), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["sign_id"],
            ["table_sign.id"],
            name=op.f("fk_table_sign_removal_sign_id_table_sign"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_sign_removal")),
        sa.UniqueConstraint("sign_id", name=op.f("uq_table_sign_removal_sign_id")),
    )
    with op.batch_alter_table("gaming_table", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column(
                "designation", sa.String(32), nullable=False, server_default="open play"
            )
        )
        batch_op.add_column(
            sa.Column("kept_for_kind", sa.String(32), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column("kept_for_id", sa.String(64), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column(
                "kept_for_name", sa.String(160), nullable=False, server_default=""
            )
        )
        batch_op.add_column(
            sa.Column(
                "designated_by", sa.String(120), nullable=False, server_default=""
            )
        )
        batch_op.add_column(
            sa.Column("designated_at", sa.DateTime(timezone=True), nullable=True)
        )

    append_only("table_sign")
    append_only("table_sign_removal")
    append_only("edition_in_force")
