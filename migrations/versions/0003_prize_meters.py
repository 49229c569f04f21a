"""Prize meters."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "prize_meter",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rulebook", sa.String(16), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("option", sa.String(16), nullable=False),
        sa.Column("pay_table", sa.String(40), nullable=False),
        sa.Column("price_cents", sa.BigInteger(), nullable=False),
        sa.Column("reseed_cents", sa.BigInteger(), nullable=False),
        sa.Column("rate_millionths", sa.BigInteger(), nullable=False),
        sa.Column("approval", sa.String(120), nullable=False),
        sa.Column("sign_cents", sa.JSON(), nullable=False),
        sa.Column("bonus_cents", sa.JSON(), nullable=False),
        sa.Column("says_folded", sa.Boolean(), nullable=False),
        sa.Column("multi_game", sa.Boolean(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_cents", sa.BigInteger(), nullable=False),
        sa.Column("received_cents", sa.BigInteger(), nullable=False),
        sa.Column("balance_millionths", sa.BigInteger(), nullable=False),
        sa.Column("last_entry", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("alarm_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("alarm_rule", sa.String(64), nullable=False),
        sa.Column("alarm_text", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prize_meter")),
        sa.UniqueConstraint("name", name=op.f("uq_prize_meter_name")),
        sa.UniqueConstraint("token", name=op.f("uq_prize_meter_token")),
    )
    op.create_table(
        "meter_change",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "meter_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column(
            "to_meter_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("announced_by", sa.String(64), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.ForeignKeyConstraint(
            ["meter_id"],
            ["prize_meter.id"],
            name=op.f("fk_meter_change_meter_id_prize_meter"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_meter_change_table_id_gaming_table"),
        ),
        sa.ForeignKeyConstraint(
            ["to_meter_id"],
            ["prize_meter.id"],
            name=op.f("fk_meter_change_to_meter_id_prize_meter"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_change")),
    )
    with op.batch_alter_table("meter_change", schema=None) as batch_op:
        batch_op.create_index(
            "ix_meter_change_meter", ["meter_id", "state"], unique=False
        )
        batch_op.create_index(
            "ix_meter_change_to", ["to_meter_id", "state"], unique=False
        )

    op.create_table(
        "meter_claim",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "meter_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("round", sa.String(40), nullable=False),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("after_entry", sa.BigInteger(), nullable=False),
        sa.Column("boxes", sa.JSON(), nullable=False),
        sa.Column("payments", sa.JSON(), nullable=False),
        sa.Column("meter_used_cents", sa.BigInteger(), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.Column("settled_by", sa.String(64), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.ForeignKeyConstraint(
            ["meter_id"],
            ["prize_meter.id"],
            name=op.f("fk_meter_claim_meter_id_prize_meter"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_meter_claim_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_claim")),
        sa.UniqueConstraint("key", name=op.f("uq_meter_claim_key")),
    )
    with op.batch_alter_table("meter_claim", schema=None) as batch_op:
        batch_op.create_index(
            "ix_meter_claim_meter", ["meter_id", "state"], unique=False
        )

    op.create_table(
        "meter_entry",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "meter_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("amount_millionths", sa.BigInteger(), nullable=False),
        sa.Column("balance_millionths", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("round", sa.String(40), nullable=False),
        sa.Column("wagers", sa.Integer(), nullable=False),
        sa.Column("stake_cents", sa.BigInteger(), nullable=False),
        sa.Column(
            "claim_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("other_meter", sa.String(120), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["meter_id"],
            ["prize_meter.id"],
            name=op.f("fk_meter_entry_meter_id_prize_meter"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_meter_entry_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_entry")),
        sa.UniqueConstraint("key", name=op.f("uq_meter_entry_key")),
        sa.UniqueConstraint("meter_id", "number", name="uq_meter_entry_number"),
    )
    with op.batch_alter_table("meter_entry", schema=None) as batch_op:
        batch_op.create_index(
            "ix_meter_entry_at", ["meter_id", "at", "number"], unique=False
        )

    op.create_table(
        "meter_table",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "meter_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("since_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("display_works", sa.Boolean(), nullable=False),
        sa.Column("recorder_works", sa.Boolean(), nullable=False),
        sa.Column("manual_cover", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["meter_id"],
            ["prize_meter.id"],
            name=op.f("fk_meter_table_meter_id_prize_meter"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_meter_table_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_table")),
    )
    with op.batch_alter_table("meter_table", schema=None) as batch_op:
        batch_op.create_index(
            "ix_meter_table_linked",
            ["table_id"],
            unique=True,
            sqlite_where=sa.text("until_at IS NULL"),
            postgresql_where=sa.text("until_at IS NULL"),
        )
        batch_op.create_index(
            "ix_meter_table_meter", ["meter_id", "until_at"], unique=False
        )

    op.create_table(
        "meter_sign",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "change_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("displayed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_down_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["change_id"],
            ["meter_change.id"],
            name=op.f("fk_meter_sign_change_id_meter_change"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_meter_sign_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_sign")),
    )
    with op.batch_alter_table("meter_sign", schema=None) as batch_op:
        batch_op.create_index(
            "ix_meter_sign_change", ["change_id", "table_id"], unique=False
        )
    append_only("meter_entry")
