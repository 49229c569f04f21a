"""Tournaments: their terms, steps, appointments, presence, tables and entries."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0007"
down_revision = "0006"
LEDGERS = (
    "tournament_status",
    "tournament_appointment",
    "tournament_presence",
    "tournament_available",
    "tournament_advice",
    "tournament_table",
    "tournament_briefing",
    "tournament_telling",
    "tournament_told",
    "tournament_seat",
    "tournament_refund",
    "tournament_refund_paid",
)


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("rulebook", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(120), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("template", sa.String(32), nullable=False),
        sa.Column(
            "copied_from_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(120), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_by", sa.String(64), nullable=False),
        sa.Column("saved_by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["copied_from_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_copied_from_id_tournament"),
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_tournament_document_id_document"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
        sa.UniqueConstraint("slug", name=op.f("uq_tournament_slug")),
    )
    with op.batch_alter_table("tournament", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_copied_from_id"), ["copied_from_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_document_id"), ["document_id"], unique=False
        )
        batch_op.create_index(
            "ix_tournament_status", ["status", "starts_at"], unique=False
        )

    op.create_table(
        "tournament_advice",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "notice_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_tournament_advice_document_id_document"),
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["notice.id"],
            name=op.f("fk_tournament_advice_notice_id_notice"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_advice_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_advice")),
    )
    with op.batch_alter_table("tournament_advice", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_advice_document_id"),
            ["document_id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_advice_notice_id"), ["notice_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_advice_tournament_id"),
            ["tournament_id"],
            unique=False,
        )

    op.create_table(
        "tournament_appointment",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("office", sa.String(32), nullable=False),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("appointed", sa.Boolean(), nullable=False),
        sa.Column(
            "by_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["staff.id"], name=op.f("fk_tournament_appointment_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["staff_id"],
            ["staff.id"],
            name=op.f("fk_tournament_appointment_staff_id_staff"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_appointment_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_appointment")),
    )
    with op.batch_alter_table("tournament_appointment", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_appointment_by_id"), ["by_id"], unique=False
        )
        batch_op.create_index(
            "ix_tournament_appointment_of",
            ["tournament_id", "office", "id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_appointment_staff_id"), ["staff_id"], unique=False
        )

    op.create_table(
        "tournament_available",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("places", sa.String(400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_tournament_available_document_id_document"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_available_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_available")),
    )
    with op.batch_alter_table("tournament_available", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_available_document_id"),
            ["document_id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_available_tournament_id"),
            ["tournament_id"],
            unique=False,
        )

    op.create_table(
        "tournament_entry",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("signed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("entry_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("buy_in_cents", sa.BigInteger(), nullable=False),
        sa.Column("refund_due_cents", sa.BigInteger(), nullable=False),
        sa.Column("refunded_cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.Column("entered_by_name", sa.String(120), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "entry_fee_cents >= 0 AND buy_in_cents >= 0 AND refunded_cents >= 0",
            name=op.f("ck_tournament_entry_money_fits"),
        ),
        sa.CheckConstraint("number > 0", name=op.f("ck_tournament_entry_counted")),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_tournament_entry_document_id_document"),
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"],
            ["patron.id"],
            name=op.f("fk_tournament_entry_patron_id_patron"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_entry_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_entry")),
        sa.UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_entry_number"
        ),
    )
    with op.batch_alter_table("tournament_entry", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_entry_document_id"), ["document_id"], unique=False
        )
        batch_op.create_index(
            "ix_tournament_entry_patron",
            ["patron_id", "tournament_id"],
            unique=False,
        )

    op.create_table(
        "tournament_presence",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("present", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"],
            ["staff.id"],
            name=op.f("fk_tournament_presence_staff_id_staff"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_presence_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_presence")),
    )
    with op.batch_alter_table("tournament_presence", schema=None) as batch_op:
        batch_op.create_index(
            "ix_tournament_presence_of", ["tournament_id", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_presence_staff_id"), ["staff_id"], unique=False
        )

    op.create_table(
        "tournament_status",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("was", sa.String(32), nullable=False),
        sa.Column("becomes", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_status_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_status")),
    )
    with op.batch_alter_table("tournament_status", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_status_tournament_id"),
            ["tournament_id"],
            unique=False,
        )

    op.create_table(
        "tournament_table",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "table_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("designated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_tournament_table_table_id_gaming_table"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_table_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_table")),
    )
    with op.batch_alter_table("tournament_table", schema=None) as batch_op:
        batch_op.create_index(
            "ix_tournament_table_of", ["tournament_id", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_table_table_id"), ["table_id"], unique=False
        )

    op.create_table(
        "tournament_telling",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("audience", sa.String(32), nullable=False),
        sa.Column("paths", sa.JSON(), nullable=False),
        sa.Column("sentence", sa.String(1000), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_tournament_telling_document_id_document"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_telling_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_telling")),
    )
    with op.batch_alter_table("tournament_telling", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_telling_document_id"),
            ["document_id"],
            unique=False,
        )
        batch_op.create_index(
            "ix_tournament_telling_of",
            ["tournament_id", "audience", "id"],
            unique=False,
        )

    _briefings_and_tellings()
    op.create_table(
        "tournament_draw",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round_at", sa.Integer(), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("beacon", sa.String(120), nullable=False),
        sa.Column("fixed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fixed_by", sa.String(64), nullable=False),
        sa.Column("fixed_by_name", sa.String(120), nullable=False),
        sa.Column("held_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("held_by", sa.String(64), nullable=False),
        sa.Column("held_by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_draw_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_draw")),
        sa.UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_draw_number"
        ),
    )
    op.create_table(
        "tournament_seat",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "draw_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["draw_id"],
            ["tournament_draw.id"],
            name=op.f("fk_tournament_seat_draw_id_tournament_draw"),
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f("fk_tournament_seat_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_seat")),
        sa.UniqueConstraint("draw_id", "entry_id", name="uq_tournament_seat_entry"),
        sa.UniqueConstraint(
            "draw_id", "session", "table_number", "seat", name="uq_tournament_seat"
        ),
    )
    op.create_index(
        op.f("ix_tournament_seat_entry_id"), "tournament_seat", ["entry_id"]
    )
    op.create_table(
        "tournament_refund",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("cause", sa.String(32), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(400), nullable=False),
        sa.Column("rule_ids", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.CheckConstraint("cents >= 0", name=op.f("ck_tournament_refund_money_fits")),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f("fk_tournament_refund_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_refund")),
    )
    op.create_index(
        op.f("ix_tournament_refund_entry_id"), "tournament_refund", ["entry_id"]
    )
    op.create_table(
        "tournament_refund_paid",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "refund_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("how", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["refund_id"],
            ["tournament_refund.id"],
            name=op.f("fk_tournament_refund_paid_refund_id_tournament_refund"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_refund_paid")),
        sa.UniqueConstraint(
            "refund_id", name=op.f("uq_tournament_refund_paid_refund_id")
        ),
    )

    for table in LEDGERS:
        append_only(table)


def _briefings_and_tellings() -> None:
    op.create_table(
        "tournament_briefing",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("understood", sa.Boolean(), nullable=False),
        sa.Column(
            "by_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["by_id"], ["staff.id"], name=op.f("fk_tournament_briefing_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["tournament_entry.id"],
            name=op.f("fk_tournament_briefing_entry_id_tournament_entry"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_briefing")),
    )
    with op.batch_alter_table("tournament_briefing", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_briefing_by_id"), ["by_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_briefing_entry_id"), ["entry_id"], unique=False
        )

    op.create_table(
        "tournament_told",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "telling_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "notice_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("how", sa.String(400), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["notice.id"],
            name=op.f("fk_tournament_told_notice_id_notice"),
        ),
        sa.ForeignKeyConstraint(
            ["telling_id"],
            ["tournament_telling.id"],
            name=op.f("fk_tournament_told_telling_id_tournament_telling"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_told")),
    )
    with op.batch_alter_table("tournament_told", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_told_notice_id"), ["notice_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_told_telling_id"), ["telling_id"], unique=False
        )
