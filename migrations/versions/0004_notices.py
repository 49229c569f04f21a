"""Notices, duties with their proof, over- and underpayments, loss limits."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0004"
down_revision = "0003"
WORDING = (
    "key",
    "kind",
    "audience",
    "document",
    "rule_id",
    "about_kind",
    "about_id",
    "about_name",
    "title",
    "body",
    "corrects_id",
    "drafted_at",
    "drafted_by",
    "due_at",
    "recipient",
    "email",
    "phone",
    "channel",
    "posted_at",
    "posted_by",
    "posted_by_name",
    "reference",
    "text_sha256",
    "pdf",
    "pdf_sha256",
)


def upgrade() -> None:
    op.create_table(
        "contact",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("body", sa.String(32), nullable=False),
        sa.Column("document", sa.String(16), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contact")),
    )
    with op.batch_alter_table("contact", schema=None) as batch_op:
        batch_op.create_index(
            "ix_contact_body", ["body", "document", "id"], unique=False
        )

    op.create_table(
        "notice",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("audience", sa.String(32), nullable=False),
        sa.Column("document", sa.String(16), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("about_kind", sa.String(32), nullable=False),
        sa.Column("about_id", sa.String(64), nullable=False),
        sa.Column("about_name", sa.String(160), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column(
            "corrects_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("drafted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("drafted_by", sa.String(64), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("recipient", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=True),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("posted_by", sa.String(64), nullable=False),
        sa.Column("posted_by_name", sa.String(120), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("text_sha256", sa.String(64), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=True),
        sa.Column("pdf_sha256", sa.String(64), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_by", sa.String(64), nullable=False),
        sa.Column("acknowledgement", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["corrects_id"], ["notice.id"], name=op.f("fk_notice_corrects_id_notice")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint("key", name=op.f("uq_notice_key")),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(
            "ix_notice_about", ["about_kind", "about_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_notice_corrects_id"), ["corrects_id"], unique=False
        )
        batch_op.create_index("ix_notice_kind", ["kind", "id"], unique=False)
        batch_op.create_index(
            "ix_notice_open",
            ["id"],
            unique=False,
            sqlite_where=sa.text("sent_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL"),
        )

    op.create_table(
        "calendar_feed",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_calendar_feed_staff_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_feed")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_calendar_feed_token_sha256")),
    )
    with op.batch_alter_table("calendar_feed", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_calendar_feed_staff_id"), ["staff_id"], unique=False
        )

    op.create_table(
        "loss_limit",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("limit_cents", sa.BigInteger(), nullable=False),
        sa.Column("period_days", sa.Integer(), nullable=False),
        sa.Column("from_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("acknowledged", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_loss_limit_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_loss_limit")),
    )
    with op.batch_alter_table("loss_limit", schema=None) as batch_op:
        batch_op.create_index("ix_loss_limit_patron", ["patron_id", "id"], unique=False)

    op.create_table(
        "payment",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("due_cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_cents", sa.BigInteger(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("known_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("intent", sa.String(32), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_payment_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
    )
    with op.batch_alter_table("payment", schema=None) as batch_op:
        batch_op.create_index("ix_payment_known", ["known_at", "id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_payment_patron_id"), ["patron_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_payment_table_number"), ["table_number"], unique=False
        )

    op.create_table(
        "wager",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("wager", sa.String(64), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("card", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_wager_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wager")),
        sa.UniqueConstraint("key", name=op.f("uq_wager_key")),
    )
    with op.batch_alter_table("wager", schema=None) as batch_op:
        batch_op.create_index("ix_wager_patron", ["patron_id", "at"], unique=False)

    op.create_table(
        "payment_event",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "payment_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("step", sa.String(32), nullable=False),
        sa.Column("intent", sa.String(32), nullable=True),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("outcome", sa.String(32), nullable=True),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_payment_event_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payment.id"],
            name=op.f("fk_payment_event_payment_id_payment"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_event")),
    )
    with op.batch_alter_table("payment_event", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_payment_event_patron_id"), ["patron_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_payment_event_payment_id"), ["payment_id"], unique=False
        )

    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("duty", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.add_column(
            sa.Column("met_at", sa.DateTime(timezone=True), nullable=True)
        )
        batch_op.add_column(
            sa.Column("met_by", sa.String(64), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column("met_by_name", sa.String(120), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column("proof", sa.String(400), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column("proof_kind", sa.String(32), nullable=False, server_default="")
        )
        batch_op.add_column(
            sa.Column(
                "proof_id",
                sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
                nullable=True,
            )
        )
        batch_op.create_index("ix_deadline_kind", ["kind", "due_at"], unique=False)
        batch_op.create_index(
            "ix_deadline_open",
            ["due_at", "id"],
            unique=False,
            sqlite_where=sa.text("met_at IS NULL AND called_off_at IS NULL"),
            postgresql_where=sa.text("met_at IS NULL AND called_off_at IS NULL"),
        )
        batch_op.create_index("ix_deadline_rule", ["rule_id", "due_at"], unique=False)
        batch_op.create_index(
            "ix_deadline_subject",
            ["subject_kind", "subject_id", "due_at"],
            unique=False,
        )

    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("attachment", sa.LargeBinary(), nullable=True))
        batch_op.add_column(
            sa.Column(
                "attachment_name", sa.String(120), nullable=False, server_default=""
            )
        )

    op.execute(
        "UPDATE deadline SET met_at = fired_at, met_by = 'system', "
        "met_by_name = 'House Rules' WHERE fired_at IS NOT NULL"
    )
    for table in ("contact", "payment", "payment_event", "loss_limit", "wager"):
        append_only(table)
    _keep_what_was_sent()


def _keep_what_was_sent() -> None:
    """Refuse to reword or drop a notice once it is in the post or handed over."""
    _refuse("notice_posted", f"UPDATE OF {', '.join(WORDING)}", "posted_at")
    _refuse("notice_sent", "UPDATE OF sent_at", "sent_at")
    _refuse("notice_acknowledged", "UPDATE OF acknowledged_at", "acknowledged_at")
    _refuse("notice_kept", "DELETE", "drafted_at")


def _refuse(name: str, verb: str, once: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verb} ON notice "
            f"WHEN OLD.{once} IS NOT NULL BEGIN SELECT RAISE(ABORT, "
            "'notice is append-only: correct it with a new row'); END"
        )
        return
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb} ON notice FOR EACH ROW "
        f"WHEN (OLD.{once} IS NOT NULL) EXECUTE FUNCTION refuse_change()"
    )
