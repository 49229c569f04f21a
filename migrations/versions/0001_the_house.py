"""The house as release 0.2.0 left it: every table, and what never changes in them."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only, refuse_once_set

revision = "0001"
down_revision = None
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
# Rows of these are written once; a correction is a new row.
APPEND_ONLY = (
    "asked_to_vacate",
    "audit",
    "audit_rule",
    "backed_jackpot",
    "carried_wager",
    "carried_wager_end",
    "caution",
    "clock_set_right",
    "confirmed_by_hand",
    "contact",
    "deck_act",
    "declared_chips",
    "deposit_limit",
    "direction",
    "dispute",
    "dispute_event",
    "document",
    "document_acceptance",
    "document_print",
    "edition_in_force",
    "jackpot_line",
    "ledger_entry",
    "ledger_posting",
    "loss_limit",
    "meter_entry",
    "paid_seat",
    "payment",
    "payment_event",
    "round_action",
    "round_line",
    "round_seat",
    "ruling",
    "ruling_event",
    "ruling_task",
    "table_sign",
    "table_sign_removal",
    "tournament_advice",
    "tournament_appointment",
    "tournament_available",
    "tournament_briefing",
    "tournament_presence",
    "tournament_refund",
    "tournament_refund_paid",
    "tournament_seat",
    "tournament_status",
    "tournament_table",
    "tournament_telling",
    "tournament_told",
)
# What a round was opened with.
OPENED = (
    "table_id",
    "number",
    "lent_kind",
    "lent_id",
    "lent_name",
    "deck_sealed",
    "deck_sha256",
    "opened_at",
    "opened_by",
    "key",
)
# What a notice says, once it is in the post or handed over.
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
    _make_tables()
    for table in APPEND_ONLY:
        append_only(table)
    refuse_once_set("game_round", "kept", "opened_at", None)
    refuse_once_set("game_round", "opened", "opened_at", OPENED)
    refuse_once_set("game_round", "begun", "first_card_at", ("setup",))
    refuse_once_set("notice", "kept", "drafted_at", None)
    refuse_once_set("notice", "posted", "posted_at", WORDING)
    refuse_once_set("notice", "sent", "sent_at", ("sent_at",))
    refuse_once_set("notice", "acknowledged", "acknowledged_at", ("acknowledged_at",))


def _make_tables() -> None:  # noqa: PLR0915
    op.create_table(
        "audit",
        sa.Column("number", KEY, autoincrement=False, nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("actor_name", sa.String(120), nullable=False),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("act", sa.String(64), nullable=False),
        sa.Column("subject_kind", sa.String(32), nullable=False),
        sa.Column("subject_id", sa.String(64), nullable=False),
        sa.Column("subject_name", sa.String(160), nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit")),
        sa.UniqueConstraint("hash", name=op.f("uq_audit_hash")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index("ix_audit_act", ["act", "number"], unique=False)
        batch_op.create_index("ix_audit_actor", ["actor", "number"], unique=False)
        batch_op.create_index("ix_audit_at", ["at", "number"], unique=False)
        batch_op.create_index(
            "ix_audit_subject", ["subject_kind", "subject_id", "number"], unique=False
        )
        batch_op.create_index("ix_audit_verdict", ["verdict", "number"], unique=False)

    op.create_table(
        "clock_set_right",
        sa.Column("id", KEY, nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("last_sign_id", KEY, nullable=False),
        sa.Column("last_removal_id", KEY, nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("entered_by", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clock_set_right")),
    )
    op.create_table(
        "contact",
        sa.Column("id", KEY, nullable=False),
        sa.Column("body", sa.String(32), nullable=False),
        sa.Column("document", sa.String(16), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("entered_at", AT, nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contact")),
    )
    with op.batch_alter_table("contact", schema=None) as batch_op:
        batch_op.create_index(
            "ix_contact_body", ["body", "document", "id"], unique=False
        )

    op.create_table(
        "deadline",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("subject_kind", sa.String(32), nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("due_at", AT, nullable=False),
        sa.Column("try_at", AT, nullable=False),
        sa.Column("fired_at", AT, nullable=True),
        sa.Column("called_off_at", AT, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(400), nullable=False),
        sa.Column("duty", sa.Boolean(), nullable=False),
        sa.Column("met_at", AT, nullable=True),
        sa.Column("met_by", sa.String(64), nullable=False),
        sa.Column("met_by_name", sa.String(120), nullable=False),
        sa.Column("proof", sa.String(400), nullable=False),
        sa.Column("proof_kind", sa.String(32), nullable=False),
        sa.Column("proof_id", KEY, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadline")),
        sa.UniqueConstraint("key", name=op.f("uq_deadline_key")),
    )
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_deadline_due_at"), ["due_at"], unique=False
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
        batch_op.create_index(
            "ix_deadline_waiting",
            ["try_at", "id"],
            unique=False,
            sqlite_where=sa.text("fired_at IS NULL AND called_off_at IS NULL"),
            postgresql_where=sa.text("fired_at IS NULL AND called_off_at IS NULL"),
        )

    op.create_table(
        "display",
        sa.Column("id", KEY, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("shows", sa.String(32), nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("made_at", AT, nullable=False),
        sa.Column("made_by", sa.String(120), nullable=False),
        sa.Column("withdrawn_at", AT, nullable=True),
        sa.Column("seen_at", AT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_display")),
        sa.UniqueConstraint("token", name=op.f("uq_display_token")),
    )
    op.create_table(
        "document",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("subject_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("published_at", AT, nullable=False),
        sa.Column("published_by", sa.String(64), nullable=False),
        sa.Column("published_by_name", sa.String(120), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_document_counted")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("kind", "subject_id", "number", name="uq_document_number"),
    )
    op.create_table(
        "edition_in_force",
        sa.Column("id", KEY, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("since", AT, nullable=False),
        sa.Column("instrument", sa.String(200), nullable=False),
        sa.Column("entered_at", AT, nullable=False),
        sa.Column("entered_by", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edition_in_force")),
    )
    op.create_table(
        "ledger_account",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("unit", sa.String(24), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("last_at", AT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_account")),
        sa.UniqueConstraint("kind", "owner", "unit", name="uq_ledger_account"),
    )
    with op.batch_alter_table("ledger_account", schema=None) as batch_op:
        batch_op.create_index("ix_ledger_account_owner", ["owner"], unique=False)

    op.create_table(
        "ledger_posting",
        sa.Column("id", KEY, nullable=False),
        sa.Column("cause_kind", sa.String(24), nullable=False),
        sa.Column("cause_id", sa.String(120), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_posting")),
        sa.UniqueConstraint(
            "cause_kind", "cause_id", "number", name="uq_ledger_posting"
        ),
    )
    op.create_table(
        "notice",
        sa.Column("id", KEY, nullable=False),
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
        sa.Column("corrects_id", KEY, nullable=True),
        sa.Column("drafted_at", AT, nullable=False),
        sa.Column("drafted_by", sa.String(64), nullable=False),
        sa.Column("due_at", AT, nullable=True),
        sa.Column("recipient", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=True),
        sa.Column("posted_at", AT, nullable=True),
        sa.Column("posted_by", sa.String(64), nullable=False),
        sa.Column("posted_by_name", sa.String(120), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("text_sha256", sa.String(64), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=True),
        sa.Column("pdf_sha256", sa.String(64), nullable=False),
        sa.Column("sent_at", AT, nullable=True),
        sa.Column("acknowledged_at", AT, nullable=True),
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
        "outbox",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("try_at", AT, nullable=False),
        sa.Column("sent_at", AT, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(400), nullable=False),
        sa.Column("attachment", sa.LargeBinary(), nullable=True),
        sa.Column("attachment_name", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(
            "ix_outbox_waiting",
            ["try_at", "id"],
            unique=False,
            sqlite_where=sa.text("sent_at IS NULL"),
            postgresql_where=sa.text("sent_at IS NULL"),
        )

    op.create_table(
        "patron",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("given_name", sa.String(80), nullable=False),
        sa.Column("family_name", sa.String(80), nullable=False),
        sa.Column("search_name", sa.String(170), nullable=False),
        sa.Column("born_on", sa.Date(), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("street", sa.String(160), nullable=False),
        sa.Column("suburb", sa.String(80), nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("postcode", sa.String(16), nullable=False),
        sa.Column("country", sa.String(60), nullable=False),
        sa.Column("may_publish_name", sa.Boolean(), nullable=False),
        sa.Column("is_employee", sa.Boolean(), nullable=False),
        sa.Column("is_contractor", sa.Boolean(), nullable=False),
        sa.Column("is_associate", sa.Boolean(), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("merged_into_id", KEY, nullable=True),
        sa.Column("merged_at", AT, nullable=True),
        sa.ForeignKeyConstraint(
            ["merged_into_id"],
            ["patron.id"],
            name=op.f("fk_patron_merged_into_id_patron"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_patron")),
    )
    with op.batch_alter_table("patron", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_patron_merged_into_id"), ["merged_into_id"], unique=False
        )
        batch_op.create_index(
            "ix_patron_search_born", ["search_name", "born_on"], unique=False
        )

    op.create_table(
        "prize_meter",
        sa.Column("id", KEY, nullable=False),
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
        sa.Column("sharing", sa.String(120), nullable=False),
        sa.Column("sign_cents", sa.JSON(), nullable=False),
        sa.Column("bonus_cents", sa.JSON(), nullable=False),
        sa.Column("says_folded", sa.Boolean(), nullable=False),
        sa.Column("multi_game", sa.Boolean(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_cents", sa.BigInteger(), nullable=False),
        sa.Column("received_cents", sa.BigInteger(), nullable=False),
        sa.Column("last_entry", sa.BigInteger(), nullable=False),
        sa.Column("last_at", AT, nullable=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("opened_at", AT, nullable=True),
        sa.Column("closed_at", AT, nullable=True),
        sa.Column("alarm_at", AT, nullable=True),
        sa.Column("alarm_rule", sa.String(64), nullable=False),
        sa.Column("alarm_text", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prize_meter")),
        sa.UniqueConstraint("name", name=op.f("uq_prize_meter_name")),
        sa.UniqueConstraint("token", name=op.f("uq_prize_meter_token")),
    )
    op.create_table(
        "request_key",
        sa.Column("scope", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("headers", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_request_key")),
    )
    with op.batch_alter_table("request_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_request_key_at"), ["at"], unique=False)

    op.create_table(
        "sign_in_attempt",
        sa.Column("id", KEY, nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("username", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_attempt")),
    )
    with op.batch_alter_table("sign_in_attempt", schema=None) as batch_op:
        batch_op.create_index(
            "ix_sign_in_attempt_address_at", ["address", "at"], unique=False
        )
        batch_op.create_index(
            "ix_sign_in_attempt_username_at", ["username", "at"], unique=False
        )

    op.create_table(
        "staff",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("username", sa.String(64), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("password_hash", sa.String(255), nullable=False),
        sa.Column("password_changed_at", AT, nullable=False),
        sa.Column("must_change_password", sa.Boolean(), nullable=False),
        sa.Column("totp_sealed", sa.String(255), nullable=True),
        sa.Column("totp_confirmed_at", AT, nullable=True),
        sa.Column("last_totp_step", sa.Integer(), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("left_at", AT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff")),
        sa.UniqueConstraint("username", name=op.f("uq_staff_username")),
    )
    op.create_table(
        "audit_rule",
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("number", KEY, nullable=False),
        sa.ForeignKeyConstraint(
            ["number"], ["audit.number"], name=op.f("fk_audit_rule_number_audit")
        ),
        sa.PrimaryKeyConstraint("rule_id", "number", name=op.f("pk_audit_rule")),
    )
    with op.batch_alter_table("audit_rule", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_audit_rule_number"), ["number"], unique=False
        )

    op.create_table(
        "calendar_feed",
        sa.Column("id", KEY, nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("made_at", AT, nullable=False),
        sa.Column("revoked_at", AT, nullable=True),
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
        "deposit_limit",
        sa.Column("id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("limit_cents", sa.BigInteger(), nullable=True),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_deposit_limit_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit_limit")),
    )
    with op.batch_alter_table("deposit_limit", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_deposit_limit_patron_id"), ["patron_id"], unique=False
        )

    op.create_table(
        "document_acceptance",
        sa.Column("id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("who_kind", sa.String(32), nullable=False),
        sa.Column("who_id", KEY, nullable=False),
        sa.Column("who_name", sa.String(160), nullable=False),
        sa.Column("how", sa.String(32), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_document_acceptance_document_id_document"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_acceptance")),
        sa.UniqueConstraint(
            "document_id", "who_kind", "who_id", name="uq_document_acceptance_who"
        ),
    )
    with op.batch_alter_table("document_acceptance", schema=None) as batch_op:
        batch_op.create_index(
            "ix_document_acceptance_who", ["who_kind", "who_id"], unique=False
        )

    op.create_table(
        "document_print",
        sa.Column("id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("paper", sa.String(32), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("made_at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_document_print_document_id_document"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_print")),
        sa.UniqueConstraint("document_id", "paper", name="uq_document_print_paper"),
    )
    op.create_table(
        "exclusion",
        sa.Column("id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("from_at", AT, nullable=False),
        sa.Column("until_at", AT, nullable=True),
        sa.Column("recorded_by", sa.String(64), nullable=False),
        sa.Column("lifted_at", AT, nullable=True),
        sa.Column("lifted_by", sa.String(64), nullable=False),
        sa.Column("lifted_why", sa.String(400), nullable=False),
        sa.CheckConstraint(
            "until_at IS NULL OR until_at > from_at",
            name=op.f("ck_exclusion_has_length"),
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_exclusion_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exclusion")),
    )
    with op.batch_alter_table("exclusion", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_exclusion_patron_id"), ["patron_id"], unique=False
        )

    op.create_table(
        "gaming_table",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rulebook", sa.String(16), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("method", sa.String(16), nullable=False),
        sa.Column("backs", sa.String(40), nullable=False),
        sa.Column("machine_counts", sa.Boolean(), nullable=False),
        sa.Column("low_limit", sa.Boolean(), nullable=False),
        sa.Column("cashless", sa.Boolean(), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("opened_at", AT, nullable=True),
        sa.Column("supervisor_id", KEY, nullable=True),
        sa.Column("designation", sa.String(32), nullable=False),
        sa.Column("kept_for_kind", sa.String(32), nullable=False),
        sa.Column("kept_for_id", sa.String(64), nullable=False),
        sa.Column("kept_for_name", sa.String(160), nullable=False),
        sa.Column("kept_from", AT, nullable=True),
        sa.Column("designated_by", sa.String(120), nullable=False),
        sa.Column("designated_at", AT, nullable=True),
        sa.CheckConstraint(
            "minimum_cents > 0 AND maximum_cents >= minimum_cents",
            name=op.f("ck_gaming_table_limits_fit"),
        ),
        sa.CheckConstraint(
            "seats BETWEEN 1 AND 14", name=op.f("ck_gaming_table_seats_fit")
        ),
        sa.ForeignKeyConstraint(
            ["supervisor_id"],
            ["staff.id"],
            name=op.f("fk_gaming_table_supervisor_id_staff"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gaming_table")),
        sa.UniqueConstraint("number", name=op.f("uq_gaming_table_number")),
    )
    with op.batch_alter_table("gaming_table", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_gaming_table_supervisor_id"), ["supervisor_id"], unique=False
        )

    op.create_table(
        "ledger_entry",
        sa.Column("id", KEY, nullable=False),
        sa.Column("posting_id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["ledger_account.id"],
            name=op.f("fk_ledger_entry_account_id_ledger_account"),
        ),
        sa.ForeignKeyConstraint(
            ["posting_id"],
            ["ledger_posting.id"],
            name=op.f("fk_ledger_entry_posting_id_ledger_posting"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sa.UniqueConstraint("posting_id", "account_id", name="uq_ledger_entry"),
    )
    with op.batch_alter_table("ledger_entry", schema=None) as batch_op:
        batch_op.create_index(
            "ix_ledger_entry_account", ["account_id", "at", "id"], unique=False
        )

    op.create_table(
        "loss_limit",
        sa.Column("id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("limit_cents", sa.BigInteger(), nullable=False),
        sa.Column("period_days", sa.Integer(), nullable=False),
        sa.Column("from_at", AT, nullable=False),
        sa.Column("acknowledged", sa.JSON(), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("due_cents", sa.BigInteger(), nullable=False),
        sa.Column("paid_cents", sa.BigInteger(), nullable=False),
        sa.Column("happened_at", AT, nullable=False),
        sa.Column("known_at", AT, nullable=False),
        sa.Column("intent", sa.String(32), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("entered_at", AT, nullable=False),
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
        "player_card",
        sa.Column("id", KEY, nullable=False),
        sa.Column("number", sa.String(32), nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("issued_at", AT, nullable=False),
        sa.Column("cancelled_at", AT, nullable=True),
        sa.Column("cancelled_why", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_player_card_patron_id_patron")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_card")),
        sa.UniqueConstraint("number", name=op.f("uq_player_card_number")),
    )
    with op.batch_alter_table("player_card", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_player_card_patron_id"), ["patron_id"], unique=False
        )

    op.create_table(
        "recovery_code",
        sa.Column("id", KEY, nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("code_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("used_at", AT, nullable=True),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_recovery_code_staff_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_code")),
        sa.UniqueConstraint(
            "staff_id", "code_sha256", name=op.f("uq_recovery_code_staff_id")
        ),
    )
    with op.batch_alter_table("recovery_code", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_recovery_code_staff_id"), ["staff_id"], unique=False
        )

    op.create_table(
        "staff_role",
        sa.Column("id", KEY, nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("granted_at", AT, nullable=False),
        sa.Column("granted_by", sa.String(64), nullable=False),
        sa.Column("revoked_at", AT, nullable=True),
        sa.Column("revoked_by", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_staff_role_staff_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_role")),
    )
    with op.batch_alter_table("staff_role", schema=None) as batch_op:
        batch_op.create_index(
            "ix_staff_role_staff", ["staff_id", "revoked_at"], unique=False
        )

    op.create_table(
        "staff_session",
        sa.Column("id", KEY, nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("request_key", sa.String(64), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("seen_at", AT, nullable=False),
        sa.Column("second_factor_at", AT, nullable=True),
        sa.Column("stepped_up_at", AT, nullable=True),
        sa.Column("revoked_at", AT, nullable=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("agent", sa.String(255), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_staff_session_staff_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_session")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_staff_session_token_sha256")),
    )
    with op.batch_alter_table("staff_session", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_staff_session_staff_id"), ["staff_id"], unique=False
        )

    op.create_table(
        "tournament",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("document_id", KEY, nullable=True),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(120), nullable=False),
        sa.Column("saved_at", AT, nullable=False),
        sa.Column("saved_by", sa.String(64), nullable=False),
        sa.Column("saved_by_name", sa.String(120), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("rulebook", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(120), nullable=False),
        sa.Column("starts_at", AT, nullable=True),
        sa.Column("template", sa.String(32), nullable=False),
        sa.Column("copied_from_id", KEY, nullable=True),
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
        "confirmed_by_hand",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("moment", sa.String(64), nullable=False),
        sa.Column("answer", sa.String(80), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_confirmed_by_hand_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_confirmed_by_hand")),
        sa.UniqueConstraint(
            "table_id", "rule_id", "moment", name="uq_confirmed_by_hand"
        ),
    )
    op.create_table(
        "deck_act",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("back", sa.String(16), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("stands", sa.JSON(), nullable=False),
        sa.Column("mixed_at", AT, nullable=True),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.CheckConstraint("round > 0", name=op.f("ck_deck_act_round_counts")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_deck_act_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_act")),
        sa.UniqueConstraint("table_id", "key", name="uq_deck_act_key"),
    )
    with op.batch_alter_table("deck_act", schema=None) as batch_op:
        batch_op.create_index("ix_deck_act_latest", ["table_id", "id"], unique=False)

    op.create_table(
        "game_round",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("lent_kind", sa.String(32), nullable=False),
        sa.Column("lent_id", sa.String(64), nullable=False),
        sa.Column("lent_name", sa.String(160), nullable=False),
        sa.Column("deck_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("deck_sha256", sa.String(64), nullable=False),
        sa.Column("deck_shown", sa.JSON(), nullable=True),
        sa.Column("opened_at", AT, nullable=False),
        sa.Column("opened_by", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("first_card_at", AT, nullable=True),
        sa.Column("ended_at", AT, nullable=True),
        sa.CheckConstraint("number > 0", name=op.f("ck_game_round_number_counts")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_game_round_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_round")),
        sa.UniqueConstraint("table_id", "key", name="uq_game_round_key"),
        sa.UniqueConstraint("table_id", "number", name="uq_game_round_number"),
    )
    with op.batch_alter_table("game_round", schema=None) as batch_op:
        batch_op.create_index(
            "ix_game_round_under_way",
            ["table_id", "number"],
            unique=False,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )

    op.create_table(
        "meter_change",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("meter_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("table_id", KEY, nullable=True),
        sa.Column("to_meter_id", KEY, nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("announced_at", AT, nullable=False),
        sa.Column("announced_by", sa.String(64), nullable=False),
        sa.Column("due_at", AT, nullable=True),
        sa.Column("settled_at", AT, nullable=True),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("meter_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("round", sa.String(40), nullable=False),
        sa.Column("shown_at", AT, nullable=False),
        sa.Column("recorded_at", AT, nullable=False),
        sa.Column("after_entry", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=True),
        sa.Column("equipment_failed", sa.Boolean(), nullable=False),
        sa.Column("fixed_at", AT, nullable=True),
        sa.Column("fixed_by", sa.String(120), nullable=False),
        sa.Column("boxes", sa.JSON(), nullable=False),
        sa.Column("payments", sa.JSON(), nullable=False),
        sa.Column("meter_used_cents", sa.BigInteger(), nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.Column("settled_by", sa.String(64), nullable=False),
        sa.Column("settled_at", AT, nullable=True),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("meter_id", KEY, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("amount_millionths", sa.BigInteger(), nullable=False),
        sa.Column("balance_millionths", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("table_id", KEY, nullable=True),
        sa.Column("round", sa.String(40), nullable=False),
        sa.Column("round_id", KEY, nullable=True),
        sa.Column("wagers", sa.Integer(), nullable=False),
        sa.Column("stake_cents", sa.BigInteger(), nullable=False),
        sa.Column("claim_id", KEY, nullable=True),
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
        batch_op.create_index("ix_meter_entry_round", ["round_id"], unique=False)

    op.create_table(
        "meter_table",
        sa.Column("id", KEY, nullable=False),
        sa.Column("meter_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("since_at", AT, nullable=False),
        sa.Column("until_at", AT, nullable=True),
        sa.Column("display_works", sa.Boolean(), nullable=False),
        sa.Column("recorder_works", sa.Boolean(), nullable=False),
        sa.Column("manual_cover", sa.String(200), nullable=False),
        sa.Column("shown_cents", sa.BigInteger(), nullable=True),
        sa.Column("has_spots", sa.Boolean(), nullable=True),
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
        "payment_event",
        sa.Column("id", KEY, nullable=False),
        sa.Column("payment_id", KEY, nullable=False),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("step", sa.String(32), nullable=False),
        sa.Column("intent", sa.String(32), nullable=True),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("outcome", sa.String(32), nullable=True),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("entered_at", AT, nullable=False),
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

    op.create_table(
        "practice_round",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("lent_kind", sa.String(32), nullable=False),
        sa.Column("lent_id", sa.String(64), nullable=False),
        sa.Column("lent_name", sa.String(160), nullable=False),
        sa.Column("deck_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("deck_sha256", sa.String(64), nullable=False),
        sa.Column("deck_shown", sa.JSON(), nullable=True),
        sa.Column("opened_at", AT, nullable=False),
        sa.Column("opened_by", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("first_card_at", AT, nullable=True),
        sa.Column("ended_at", AT, nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_practice_round_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_round")),
        sa.UniqueConstraint("table_id", "key", name="uq_practice_round_key"),
        sa.UniqueConstraint("table_id", "number", name="uq_practice_round_number"),
    )
    op.create_table(
        "practice_seat",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("card", sa.String(32), nullable=False),
        sa.Column("entrant", sa.String(64), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_practice_seat_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_seat")),
        sa.UniqueConstraint("table_id", "key", name="uq_practice_seat_key"),
    )
    with op.batch_alter_table("practice_seat", schema=None) as batch_op:
        batch_op.create_index(
            "ix_practice_seat_latest", ["table_id", "seat", "id"], unique=False
        )

    op.create_table(
        "round_seat",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("card", sa.String(32), nullable=False),
        sa.Column("entrant", sa.String(64), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_round_seat_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_seat")),
        sa.UniqueConstraint("table_id", "key", name="uq_round_seat_key"),
    )
    with op.batch_alter_table("round_seat", schema=None) as batch_op:
        batch_op.create_index(
            "ix_round_seat_latest", ["table_id", "seat", "id"], unique=False
        )

    op.create_table(
        "seat_marker",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("since", AT, nullable=False),
        sa.Column("agreed_by", sa.String(120), nullable=False),
        sa.Column("ended_at", AT, nullable=True),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("says", sa.JSON(), nullable=False),
        sa.Column("displayed_at", AT, nullable=False),
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
        "tournament_advice",
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("notice_id", KEY, nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("office", sa.String(32), nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("appointed", sa.Boolean(), nullable=False),
        sa.Column("by_id", KEY, nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("places", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        "tournament_draw",
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage_at", sa.Integer(), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("beacon", sa.String(120), nullable=False),
        sa.Column("fixed_at", AT, nullable=False),
        sa.Column("fixed_by", sa.String(64), nullable=False),
        sa.Column("fixed_by_name", sa.String(120), nullable=False),
        sa.Column("held_at", AT, nullable=True),
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
        "tournament_entry",
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("accepted_at", AT, nullable=False),
        sa.Column("signed_at", AT, nullable=True),
        sa.Column("entry_fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("buy_in_cents", sa.BigInteger(), nullable=False),
        sa.Column("refund_due_cents", sa.BigInteger(), nullable=False),
        sa.Column("refunded_cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("entered_at", AT, nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.Column("entered_by_name", sa.String(120), nullable=False),
        sa.Column("changed_at", AT, nullable=True),
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
            "ix_tournament_entry_patron", ["patron_id", "tournament_id"], unique=False
        )

    op.create_table(
        "tournament_presence",
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("staff_id", KEY, nullable=False),
        sa.Column("present", sa.Boolean(), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("was", sa.String(32), nullable=False),
        sa.Column("becomes", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("designated", sa.Boolean(), nullable=False),
        sa.Column("at", AT, nullable=False),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("audience", sa.String(32), nullable=False),
        sa.Column("paths", sa.JSON(), nullable=False),
        sa.Column("sentence", sa.String(1000), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("due_at", AT, nullable=True),
        sa.Column("at", AT, nullable=False),
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

    op.create_table(
        "asked_to_vacate",
        sa.Column("id", KEY, nullable=False),
        sa.Column("sitting_id", KEY, nullable=False),
        sa.Column("idle_rounds", sa.Integer(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["round_seat.id"],
            name=op.f("fk_asked_to_vacate_sitting_id_round_seat"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_asked_to_vacate")),
        sa.UniqueConstraint("key", name=op.f("uq_asked_to_vacate_key")),
    )
    with op.batch_alter_table("asked_to_vacate", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_asked_to_vacate_sitting_id"), ["sitting_id"], unique=False
        )

    op.create_table(
        "backed_jackpot",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("backer_seat", sa.Integer(), nullable=False),
        sa.Column("backer_patron_id", KEY, nullable=True),
        sa.Column("backer", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("allowed_by", sa.String(64), nullable=False),
        sa.Column("allowed_by_name", sa.String(120), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["backer_patron_id"],
            ["patron.id"],
            name=op.f("fk_backed_jackpot_backer_patron_id_patron"),
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_backed_jackpot_round_id_game_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backed_jackpot")),
        sa.UniqueConstraint("round_id", "seat", name="uq_backed_jackpot_seat"),
    )
    op.create_table(
        "declared_chips",
        sa.Column("id", KEY, nullable=False),
        sa.Column("sitting_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=False),
        sa.Column("chips", sa.String(32), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("declared", sa.BigInteger(), nullable=False),
        sa.Column("terminal", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.CheckConstraint(
            "seen >= 0 AND declared >= 0", name=op.f("ck_declared_chips_counts")
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"],
            ["patron.id"],
            name=op.f("fk_declared_chips_patron_id_patron"),
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["round_seat.id"],
            name=op.f("fk_declared_chips_sitting_id_round_seat"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_declared_chips_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_declared_chips")),
        sa.UniqueConstraint("key", name=op.f("uq_declared_chips_key")),
    )
    with op.batch_alter_table("declared_chips", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_declared_chips_patron_id"), ["patron_id"], unique=False
        )
        batch_op.create_index("ix_declared_chips_sitting", ["sitting_id"], unique=False)

    op.create_table(
        "jackpot_line",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("settlement", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("hand", sa.String(32), nullable=False),
        sa.Column("folded", sa.Boolean(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("award", sa.BigInteger(), nullable=False),
        sa.Column("claim_id", KEY, nullable=True),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["claim_id"],
            ["meter_claim.id"],
            name=op.f("fk_jackpot_line_claim_id_meter_claim"),
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_jackpot_line_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_jackpot_line_round_id_game_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jackpot_line")),
        sa.UniqueConstraint("round_id", "settlement", "place", name="uq_jackpot_line"),
    )
    with op.batch_alter_table("jackpot_line", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_jackpot_line_claim_id"), ["claim_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_jackpot_line_patron_id"), ["patron_id"], unique=False
        )

    op.create_table(
        "limit_change",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("old_minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("old_maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("old_unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("announced_at", AT, nullable=False),
        sa.Column("announced_by", sa.String(120), nullable=False),
        sa.Column("effective_at", AT, nullable=False),
        sa.Column("sign_id", KEY, nullable=True),
        sa.Column("took_effect_at", AT, nullable=True),
        sa.Column("called_off_at", AT, nullable=True),
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
        "meter_sign",
        sa.Column("id", KEY, nullable=False),
        sa.Column("change_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("displayed_at", AT, nullable=False),
        sa.Column("taken_down_at", AT, nullable=True),
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

    op.create_table(
        "paid_seat",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("settlement", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("payment_id", KEY, nullable=True),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_paid_seat_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payment.id"], name=op.f("fk_paid_seat_payment_id_payment")
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_paid_seat_round_id_game_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paid_seat")),
        sa.UniqueConstraint("round_id", "seat", "settlement", name="uq_paid_seat"),
    )
    with op.batch_alter_table("paid_seat", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_paid_seat_payment_id"), ["payment_id"], unique=False
        )

    op.create_table(
        "practice_action",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("seat_id", KEY, nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("takes_back", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("sent_at", AT, nullable=True),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["practice_round.id"],
            name=op.f("fk_practice_action_round_id_practice_round"),
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["practice_seat.id"],
            name=op.f("fk_practice_action_seat_id_practice_seat"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_action")),
        sa.UniqueConstraint("round_id", "key", name="uq_practice_action_key"),
        sa.UniqueConstraint("round_id", "seq", name="uq_practice_action_seq"),
    )
    op.create_table(
        "practice_line",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("settlement", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("wager", sa.String(32), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["practice_round.id"],
            name=op.f("fk_practice_line_round_id_practice_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_practice_line")),
        sa.UniqueConstraint(
            "round_id", "settlement", "place", name="uq_practice_line_place"
        ),
    )
    op.create_table(
        "round_action",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("seat_id", KEY, nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("takes_back", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("sent_at", AT, nullable=True),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.CheckConstraint(
            "takes_back IS NULL OR (takes_back < seq AND reason <> '')",
            name=op.f("ck_round_action_takes_back_with_reason"),
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_round_action_round_id_game_round"),
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"],
            ["round_seat.id"],
            name=op.f("fk_round_action_seat_id_round_seat"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_action")),
        sa.UniqueConstraint("round_id", "key", name="uq_round_action_key"),
        sa.UniqueConstraint("round_id", "seq", name="uq_round_action_seq"),
    )
    op.create_table(
        "round_line",
        sa.Column("id", KEY, nullable=False),
        sa.Column("round_id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("settlement", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("wager", sa.String(32), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.CheckConstraint(
            "stake >= 0 AND net >= -stake",
            name=op.f("ck_round_line_loses_its_stake_at_most"),
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_round_line_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_round_line_round_id_game_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_line")),
        sa.UniqueConstraint(
            "round_id", "settlement", "place", name="uq_round_line_place"
        ),
    )
    with op.batch_alter_table("round_line", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_round_line_patron_id"), ["patron_id"], unique=False
        )

    op.create_table(
        "ruling",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round_id", KEY, nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("document", sa.String(16), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("spoken", sa.String(1000), nullable=False),
        sa.Column("fate", sa.String(32), nullable=False),
        sa.Column("effects", sa.JSON(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("moves", sa.JSON(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("retracted", sa.JSON(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.String(32), nullable=False),
        sa.Column("decided_under", sa.String(64), nullable=False),
        sa.Column("called_by", sa.String(64), nullable=False),
        sa.Column("called_by_name", sa.String(120), nullable=False),
        sa.Column("decided_by", sa.String(64), nullable=False),
        sa.Column("decided_by_name", sa.String(120), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_ruling_number_counts")),
        sa.ForeignKeyConstraint(
            ["round_id"], ["game_round.id"], name=op.f("fk_ruling_round_id_game_round")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_ruling_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
        sa.UniqueConstraint("key", name=op.f("uq_ruling_key")),
        sa.UniqueConstraint("table_id", "day", "number", name="uq_ruling_number"),
    )
    with op.batch_alter_table("ruling", schema=None) as batch_op:
        batch_op.create_index("ix_ruling_day", ["day", "id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_ruling_round_id"), ["round_id"], unique=False
        )
        batch_op.create_index("ix_ruling_rule", ["rule_id", "id"], unique=False)

    op.create_table(
        "table_closing",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("announced_at", AT, nullable=False),
        sa.Column("announced_by", sa.String(120), nullable=False),
        sa.Column("hands_needed", sa.Integer(), nullable=True),
        sa.Column("hands_played", sa.Integer(), nullable=False),
        sa.Column("hand_under_way", sa.Boolean(), nullable=False),
        sa.Column("closes_at", AT, nullable=True),
        sa.Column("sign_id", KEY, nullable=True),
        sa.Column("closed_at", AT, nullable=True),
        sa.Column("called_off_at", AT, nullable=True),
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
        sa.Column("id", KEY, nullable=False),
        sa.Column("sign_id", KEY, nullable=False),
        sa.Column("taken_down_at", AT, nullable=False),
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
    op.create_table(
        "tournament_briefing",
        sa.Column("id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("understood", sa.Boolean(), nullable=False),
        sa.Column("by_id", KEY, nullable=False),
        sa.Column("at", AT, nullable=False),
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
        "tournament_refund",
        sa.Column("id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("cause", sa.String(32), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(400), nullable=False),
        sa.Column("rule_ids", sa.JSON(), nullable=False),
        sa.Column("at", AT, nullable=False),
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
    with op.batch_alter_table("tournament_refund", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_refund_entry_id"), ["entry_id"], unique=False
        )

    op.create_table(
        "tournament_seat",
        sa.Column("id", KEY, nullable=False),
        sa.Column("draw_id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
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
    with op.batch_alter_table("tournament_seat", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_seat_entry_id"), ["entry_id"], unique=False
        )

    op.create_table(
        "tournament_told",
        sa.Column("id", KEY, nullable=False),
        sa.Column("telling_id", KEY, nullable=False),
        sa.Column("notice_id", KEY, nullable=True),
        sa.Column("how", sa.String(400), nullable=False),
        sa.Column("reference", sa.String(200), nullable=False),
        sa.Column("at", AT, nullable=False),
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

    op.create_table(
        "carried_wager",
        sa.Column("id", KEY, nullable=False),
        sa.Column("ruling_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("sitting_id", KEY, nullable=True),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_carried_wager_ruling_id_ruling")
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["round_seat.id"],
            name=op.f("fk_carried_wager_sitting_id_round_seat"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_carried_wager_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_carried_wager")),
        sa.UniqueConstraint("ruling_id", "seat", name="uq_carried_wager_seat"),
    )
    with op.batch_alter_table("carried_wager", schema=None) as batch_op:
        batch_op.create_index(
            "ix_carried_wager_table", ["table_id", "id"], unique=False
        )

    op.create_table(
        "caution",
        sa.Column("id", KEY, nullable=False),
        sa.Column("ruling_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("sitting_id", KEY, nullable=True),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("fault", sa.String(80), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_caution_ruling_id_ruling")
        ),
        sa.ForeignKeyConstraint(
            ["sitting_id"],
            ["round_seat.id"],
            name=op.f("fk_caution_sitting_id_round_seat"),
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_caution_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_caution")),
    )
    with op.batch_alter_table("caution", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_caution_ruling_id"), ["ruling_id"], unique=False
        )
        batch_op.create_index(
            "ix_caution_sitting", ["table_id", "sitting_id"], unique=False
        )

    op.create_table(
        "direction",
        sa.Column("id", KEY, nullable=False),
        sa.Column("ruling_id", KEY, nullable=False),
        sa.Column("direction", sa.String(32), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_direction_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_direction_ruling_id_ruling")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_direction")),
    )
    with op.batch_alter_table("direction", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_direction_patron_id"), ["patron_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_direction_player"), ["player"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_direction_ruling_id"), ["ruling_id"], unique=False
        )

    op.create_table(
        "dispute",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("document", sa.String(16), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("ruling_id", KEY, nullable=True),
        sa.Column("raised_by", sa.String(120), nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("what", sa.String(1000), nullable=False),
        sa.Column("raised_at", AT, nullable=False),
        sa.Column("entered_at", AT, nullable=False),
        sa.Column("entered_by", sa.String(64), nullable=False),
        sa.Column("entered_by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_dispute_patron_id_patron")
        ),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_dispute_ruling_id_ruling")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dispute")),
        sa.UniqueConstraint("key", name=op.f("uq_dispute_key")),
    )
    with op.batch_alter_table("dispute", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_dispute_patron_id"), ["patron_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_dispute_ruling_id"), ["ruling_id"], unique=False
        )
        batch_op.create_index("ix_dispute_table", ["table_number", "id"], unique=False)

    op.create_table(
        "ruling_event",
        sa.Column("id", KEY, nullable=False),
        sa.Column("ruling_id", KEY, nullable=False),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_ruling_event_ruling_id_ruling")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling_event")),
        sa.UniqueConstraint("ruling_id", "happened", "place", name="uq_ruling_event"),
    )
    op.create_table(
        "ruling_task",
        sa.Column("id", KEY, nullable=False),
        sa.Column("ruling_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(200), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("before_next_deal", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["ruling_id"], ["ruling.id"], name=op.f("fk_ruling_task_ruling_id_ruling")
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["gaming_table.id"],
            name=op.f("fk_ruling_task_table_id_gaming_table"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling_task")),
        sa.UniqueConstraint("ruling_id", "place", name="uq_ruling_task_place"),
    )
    with op.batch_alter_table("ruling_task", schema=None) as batch_op:
        batch_op.create_index(
            "ix_ruling_task_table", ["table_id", "before_next_deal", "id"], unique=False
        )

    op.create_table(
        "tournament_refund_paid",
        sa.Column("id", KEY, nullable=False),
        sa.Column("refund_id", KEY, nullable=False),
        sa.Column("how", sa.String(200), nullable=False),
        sa.Column("at", AT, nullable=False),
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
    op.create_table(
        "carried_wager_end",
        sa.Column("id", KEY, nullable=False),
        sa.Column("carried_id", KEY, nullable=False),
        sa.Column("fate", sa.String(32), nullable=False),
        sa.Column("round_id", KEY, nullable=True),
        sa.Column("notification", sa.String(120), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["carried_id"],
            ["carried_wager.id"],
            name=op.f("fk_carried_wager_end_carried_id_carried_wager"),
        ),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["game_round.id"],
            name=op.f("fk_carried_wager_end_round_id_game_round"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_carried_wager_end")),
    )
    with op.batch_alter_table("carried_wager_end", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_carried_wager_end_carried_id"), ["carried_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_carried_wager_end_round_id"), ["round_id"], unique=False
        )

    op.create_table(
        "dispute_event",
        sa.Column("id", KEY, nullable=False),
        sa.Column("dispute_id", KEY, nullable=False),
        sa.Column("happened", sa.String(32), nullable=False),
        sa.Column("note", sa.String(1000), nullable=False),
        sa.Column("how", sa.String(40), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.Column("by_role", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["dispute_id"],
            ["dispute.id"],
            name=op.f("fk_dispute_event_dispute_id_dispute"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dispute_event")),
    )
    with op.batch_alter_table("dispute_event", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_dispute_event_dispute_id"), ["dispute_id"], unique=False
        )
