"""People apply online to enter; what entrants agree to is kept apart."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0012"
down_revision = "0011"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
CONSENT, APPLICATION = "tournament_consent", "tournament_application"


def upgrade() -> None:
    _consents()
    _applications()
    append_only(CONSENT)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)


def _text(*names: tuple[str, int]) -> tuple[sa.Column, ...]:
    return tuple(sa.Column(name, sa.String(n), nullable=False) for name, n in names)


def _consents() -> None:
    op.create_table(
        CONSENT,
        sa.Column("id", KEY, nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        sa.Column("at", AT, nullable=False),
        *_text(("by", 64), ("by_name", 120)),
        _belongs(CONSENT, "entry_id", "tournament_entry"),
        _belongs(CONSENT, "patron_id", "patron"),
        _belongs(CONSENT, "document_id", "document"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{CONSENT}")),
    )
    for column in ("entry_id", "patron_id", "document_id"):
        op.create_index(op.f(f"ix_{CONSENT}_{column}"), CONSENT, [column])


def _applications() -> None:
    op.create_table(
        APPLICATION,
        sa.Column("id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_text(("given_name", 80), ("family_name", 80)),
        sa.Column("born_on", sa.Date(), nullable=True),
        *_text(("email", 254), ("phone", 32), ("card_number", 32)),
        sa.Column("consents", sa.JSON(), nullable=False),
        sa.Column("document_id", KEY, nullable=False),
        *_text(("same_mark", 64), ("address_mark", 64)),
        sa.Column("at", AT, nullable=False),
        *_text(("outcome", 32)),
        sa.Column("patron_id", KEY, nullable=True),
        sa.Column("entry_id", KEY, nullable=True),
        *_text(("reason", 400)),
        sa.Column("ended_at", AT, nullable=True),
        *_text(("ended_by", 64), ("ended_by_name", 120)),
        _belongs(APPLICATION, "tournament_id", "tournament"),
        _belongs(APPLICATION, "document_id", "document"),
        _belongs(APPLICATION, "patron_id", "patron"),
        _belongs(APPLICATION, "entry_id", "tournament_entry"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{APPLICATION}")),
        sa.UniqueConstraint(
            "tournament_id", "number", name="uq_tournament_application"
        ),
    )
    for column in ("document_id", "patron_id", "entry_id"):
        op.create_index(op.f(f"ix_{APPLICATION}_{column}"), APPLICATION, [column])
    op.create_index(f"ix_{APPLICATION}_from", APPLICATION, ["address_mark", "at"])
