"""Draws in doubt, and their validation by somebody else."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0029"
down_revision = "0028"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
INCIDENT, VALIDATION = "promotion_incident", "promotion_validation"


def upgrade() -> None:
    op.create_table(
        INCIDENT,
        sa.Column("id", KEY, nullable=False),
        sa.Column("promotion_id", KEY, nullable=False),
        sa.Column("notice_id", KEY, nullable=False),
        sa.Column("found_at", AT, nullable=False),
        sa.Column("found_by", sa.String(120), nullable=False),
        sa.Column("what", sa.String(1000), nullable=False),
        sa.Column("decision", sa.String(32), nullable=False),
        *_signed(),
        _of(INCIDENT, "promotion_id", "promotion"),
        _of(INCIDENT, "notice_id", "notice"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{INCIDENT}")),
        sa.UniqueConstraint("notice_id", name=op.f(f"uq_{INCIDENT}_notice_id")),
    )
    op.create_index(op.f(f"ix_{INCIDENT}_promotion_id"), INCIDENT, ["promotion_id"])
    op.create_table(
        VALIDATION,
        sa.Column("id", KEY, nullable=False),
        sa.Column("incident_id", KEY, nullable=False),
        sa.Column("how", sa.String(1000), nullable=False),
        *_signed(),
        _of(VALIDATION, "incident_id", INCIDENT),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{VALIDATION}")),
        sa.UniqueConstraint("incident_id", name=op.f(f"uq_{VALIDATION}_incident_id")),
    )
    for table in (INCIDENT, VALIDATION):
        append_only(table)


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _of(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)
