"""The house."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
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
        "deadline",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("subject_kind", sa.String(32), nullable=False),
        sa.Column(
            "subject_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("called_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadline")),
        sa.UniqueConstraint("key", name=op.f("uq_deadline_key")),
    )
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_deadline_due_at"), ["due_at"], unique=False
        )
        batch_op.create_index(
            "ix_deadline_waiting",
            ["try_at", "id"],
            unique=False,
            sqlite_where=sa.text("fired_at IS NULL AND called_off_at IS NULL"),
            postgresql_where=sa.text("fired_at IS NULL AND called_off_at IS NULL"),
        )

    op.create_table(
        "outbox",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(400), nullable=False),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
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
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "merged_into_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=True),
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
        "request_key",
        sa.Column("scope", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("headers", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_request_key")),
    )
    with op.batch_alter_table("request_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_request_key_at"), ["at"], unique=False)

    op.create_table(
        "sign_in_attempt",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("username", sa.String(64), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("password_hash", sa.String(255), nullable=False),
        sa.Column("password_changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("must_change_password", sa.Boolean(), nullable=False),
        sa.Column("totp_sealed", sa.String(255), nullable=True),
        sa.Column("totp_confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_totp_step", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff")),
        sa.UniqueConstraint("username", name=op.f("uq_staff_username")),
    )
    op.create_table(
        "audit_rule",
        sa.Column("rule_id", sa.String(64), nullable=False),
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
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
        "exclusion",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("from_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("recorded_by", sa.String(64), nullable=False),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rulebook", sa.String(16), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("low_limit", sa.Boolean(), nullable=False),
        sa.Column("cashless", sa.Boolean(), nullable=False),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.Column("maximum_cents", sa.BigInteger(), nullable=False),
        sa.Column("unit_cents", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column(
            "supervisor_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
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
        "player_card",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("number", sa.String(32), nullable=False),
        sa.Column(
            "patron_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("code_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("granted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("granted_by", sa.String(64), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column(
            "staff_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("request_key", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("second_factor_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stepped_up_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
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

    append_only("audit")
    append_only("audit_rule")
