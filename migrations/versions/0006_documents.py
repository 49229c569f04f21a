"""Documents: versions, their prints, and who accepted them."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "document",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column(
            "subject_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.String(64), nullable=False),
        sa.Column("published_by_name", sa.String(120), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_document_counted")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint(
            "kind", "subject_id", "number", name=op.f("uq_document_number")
        ),
    )
    op.create_table(
        "document_print",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("paper", sa.String(32), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_document_print_document_id_document"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_print")),
        sa.UniqueConstraint(
            "document_id", "paper", name=op.f("uq_document_print_paper")
        ),
    )
    op.create_table(
        "document_acceptance",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("who_kind", sa.String(32), nullable=False),
        sa.Column(
            "who_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("who_name", sa.String(160), nullable=False),
        sa.Column("how", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_document_acceptance_document_id_document"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_acceptance")),
        sa.UniqueConstraint(
            "document_id",
            "who_kind",
            "who_id",
            name=op.f("uq_document_acceptance_who"),
        ),
    )
    with op.batch_alter_table("document_acceptance", schema=None) as batch_op:
        batch_op.create_index(
            "ix_document_acceptance_who", ["who_kind", "who_id"], unique=False
        )
    for table in ("document", "document_print", "document_acceptance"):
        append_only(table)
