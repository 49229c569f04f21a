"""Winners told, prizes claimed, refused and handed over."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0033"
down_revision = "0032"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BIG = sa.BigInteger()
AT = sa.DateTime(timezone=True)
SIGNED = {"by": 64, "by_name": 120}
TELLING, ATTEMPT = "promotion_telling", "promotion_attempt"
CLAIM, REFUSED = "promotion_claim", "promotion_refused_claim"
HANDED, SELECTION = "promotion_handed", "promotion_selection"


def upgrade() -> None:
    _telling()
    _made(
        ATTEMPT,
        *_of(ATTEMPT, "selection_id", SELECTION),
        *_of(ATTEMPT, "notice_id", "notice"),
        *_text(means=32, reached_at=300, outcome=32, note=400),
        sa.Column("at", AT, nullable=False),
        *_text(**SIGNED),
    )
    _indexed(ATTEMPT, "selection_id", "notice_id")
    _made(
        CLAIM,
        *_of(CLAIM, "selection_id", SELECTION),
        *_text(identity=120),
        sa.Column("at", AT, nullable=False),
        *_text(**SIGNED),
        _once(CLAIM, "selection_id"),
    )
    _refused()
    _handed()
    for table in (TELLING, ATTEMPT, CLAIM, REFUSED, HANDED):
        append_only(table)


def _telling() -> None:
    _made(
        TELLING,
        *_of(TELLING, "selection_id", SELECTION),
        sa.Column("number", sa.Integer(), nullable=False),
        *_of(TELLING, "notice_id", "notice"),
        _once(TELLING, "notice_id"),
        sa.UniqueConstraint("selection_id", "number", name="uq_promotion_telling"),
    )


def _refused() -> None:
    _made(
        REFUSED,
        *_of(REFUSED, "selection_id", SELECTION),
        *_text(ground=32, reason=400, evidence=400),
        sa.Column("prize_cents", BIG, nullable=False),
        *_text(name=160, address=300),
        sa.Column("at", AT, nullable=False),
        *_text(**SIGNED),
    )
    _indexed(REFUSED, "selection_id")


def _handed() -> None:
    _made(
        HANDED,
        *_of(HANDED, "selection_id", SELECTION),
        sa.Column("instead", sa.Boolean(), nullable=False),
        *_text(way=32),
        sa.Column("cents", BIG, nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("value_cents", BIG, nullable=False),
        *_text(signed_by=160, witness=120, note=200),
        sa.Column("at", AT, nullable=False),
        *_text(**SIGNED),
        _once(HANDED, "selection_id"),
    )


def _made(table: str, *columns: sa.schema.SchemaItem) -> None:
    key = sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))
    op.create_table(table, sa.Column("id", KEY, nullable=False), *columns, key)


def _of(table: str, column: str, to: str) -> tuple[sa.schema.SchemaItem, ...]:
    name = op.f(f"fk_{table}_{column}_{to}")
    belongs = sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name)
    return sa.Column(column, KEY, nullable=False), belongs


def _once(table: str, column: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(column, name=op.f(f"uq_{table}_{column}"))


def _text(**lengths: int) -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.String(n), nullable=False) for name, n in lengths.items()
    )


def _indexed(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
