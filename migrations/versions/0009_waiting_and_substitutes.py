"""People wait in line for a place, and are replaced by a substitute."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0009"
down_revision = "0008"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
NEW = (
    "tournament_waiting",
    "tournament_offer",
    "tournament_waiting_left",
    "tournament_substitution",
)


def upgrade() -> None:
    _waiting()
    _offers()
    _left()
    _substitutions()
    for table in NEW:
        append_only(table)


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _key(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, KEY, nullable=nullable)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _own(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def _waiting() -> None:
    name = "tournament_waiting"
    op.create_table(
        name,
        _key("id"),
        _key("tournament_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        _key("patron_id"),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("offer_minutes", sa.Integer(), nullable=False),
        *_signed(),
        _belongs(name, "tournament_id", "tournament"),
        _belongs(name, "patron_id", "patron"),
        _own(name),
        sa.UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_waiting_number"
        ),
    )
    op.create_index(op.f("ix_tournament_waiting_patron_id"), name, ["patron_id"])


def _offers() -> None:
    name = "tournament_offer"
    op.create_table(
        name,
        _key("id"),
        _key("waiting_id"),
        sa.Column("lapses_at", AT, nullable=False),
        *_signed(),
        _belongs(name, "waiting_id", "tournament_waiting"),
        _own(name),
        sa.UniqueConstraint("waiting_id", name=op.f("uq_tournament_offer_waiting_id")),
    )


def _left() -> None:
    name = "tournament_waiting_left"
    op.create_table(
        name,
        _key("id"),
        _key("waiting_id"),
        sa.Column("how", sa.String(32), nullable=False),
        _key("entry_id", nullable=True),
        *_signed(),
        _belongs(name, "waiting_id", "tournament_waiting"),
        _belongs(name, "entry_id", "tournament_entry"),
        _own(name),
        sa.UniqueConstraint("waiting_id", name=op.f(f"uq_{name}_waiting_id")),
    )
    op.create_index(op.f(f"ix_{name}_entry_id"), name, ["entry_id"])


def _substitutions() -> None:
    name = "tournament_substitution"
    op.create_table(
        name,
        _key("id"),
        _key("entry_id"),
        _key("replaced_id", nullable=True),
        sa.Column("replaced_name", sa.String(160), nullable=False),
        _key("patron_id"),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("takes_stack", sa.Boolean(), nullable=False),
        sa.Column("takes_secret_wagers", sa.Boolean(), nullable=False),
        *_signed(),
        _belongs(name, "entry_id", "tournament_entry"),
        _belongs(name, "replaced_id", "patron"),
        _belongs(name, "patron_id", "patron"),
        _own(name),
    )
    for column in ("entry_id", "replaced_id", "patron_id"):
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])
