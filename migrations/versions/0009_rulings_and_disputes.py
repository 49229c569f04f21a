"""Rulings and what follows from them, disputes, and what people bring to a table."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0009"
down_revision = "0008"
TABLES = (
    "ruling",
    "ruling_task",
    "ruling_event",
    "caution",
    "carried_wager",
    "carried_wager_end",
    "direction",
    "dispute",
    "dispute_event",
    "declared_chips",
    "paid_seat",
    "backed_jackpot",
    "jackpot_line",
)


def upgrade() -> None:
    _rulings()
    _what_follows()
    _carried()
    _disputes()
    _at_table()
    _jackpots()
    for table in TABLES:
        append_only(table)


def _rulings() -> None:
    _table(
        "ruling",
        _text("key", 80),
        _key("table_id"),
        _number("table_number"),
        sa.Column("day", sa.Date(), nullable=False),
        _number("number"),
        _key("round_id", optional=True),
        _number("round", optional=True),
        _number("seq"),
        _text("unit", 8),
        _text("document", 16),
        _text("what", 32),
        sa.Column("answers", sa.JSON(), nullable=False),
        _text("rule_id", 64),
        _text("spoken", 1000),
        _text("fate", 32),
        *(
            sa.Column(name, sa.JSON(), nullable=False)
            for name in ("effects", "told", "moves", "chosen", "retracted")
        ),
        _amount("returned"),
        _text("rank", 32),
        _text("decided_under", 64),
        _text("called_by", 64),
        _text("called_by_name", 120),
        _text("decided_by", 64),
        _text("decided_by_name", 120),
        _when("at"),
        _own("ruling", "table_id", "gaming_table"),
        _own("ruling", "round_id", "game_round"),
        sa.CheckConstraint("number > 0", name=op.f("ck_ruling_number_counts")),
        sa.UniqueConstraint("key", name=op.f("uq_ruling_key")),
        sa.UniqueConstraint("table_id", "day", "number", name="uq_ruling_number"),
    )
    _index("ruling", "ix_ruling_day", "day", "id")
    _index("ruling", "ix_ruling_rule", "rule_id", "id")
    _index("ruling", op.f("ix_ruling_round_id"), "round_id")


def _what_follows() -> None:
    _table(
        "ruling_task",
        _key("ruling_id"),
        _key("table_id"),
        _number("place"),
        _text("what", 200),
        _text("rule_id", 64),
        sa.Column("before_next_deal", sa.Boolean(), nullable=False),
        _own("ruling_task", "ruling_id", "ruling"),
        _own("ruling_task", "table_id", "gaming_table"),
        sa.UniqueConstraint("ruling_id", "place", name="uq_ruling_task_place"),
    )
    _index("ruling_task", "ix_ruling_task_table", "table_id", "before_next_deal", "id")
    _table(
        "ruling_event",
        _key("ruling_id"),
        _text("happened", 32),
        _number("place"),
        _text("note", 400),
        *_who(),
        _own("ruling_event", "ruling_id", "ruling"),
        sa.UniqueConstraint("ruling_id", "happened", "place", name="uq_ruling_event"),
    )
    _table(
        "caution",
        _key("ruling_id"),
        _key("table_id"),
        _number("seat"),
        _key("sitting_id", optional=True),
        _text("player", 80),
        _text("fault", 80),
        _text("rule_id", 64),
        _when("at"),
        _own("caution", "ruling_id", "ruling"),
        _own("caution", "table_id", "gaming_table"),
        _own("caution", "sitting_id", "round_seat"),
    )
    _index("caution", "ix_caution_sitting", "table_id", "sitting_id")
    _index("caution", op.f("ix_caution_ruling_id"), "ruling_id")
    _table(
        "direction",
        _key("ruling_id"),
        _text("direction", 32),
        _key("patron_id", optional=True),
        _text("player", 80),
        _text("rule_id", 64),
        _when("at"),
        _own("direction", "ruling_id", "ruling"),
        _own("direction", "patron_id", "patron"),
    )
    for column in ("ruling_id", "patron_id", "player"):
        _index("direction", op.f(f"ix_direction_{column}"), column)


def _carried() -> None:
    _table(
        "carried_wager",
        _key("ruling_id"),
        _key("table_id"),
        _number("seat"),
        _key("sitting_id", optional=True),
        _text("player", 80),
        _amount("amount"),
        _text("rule_id", 64),
        _when("at"),
        _own("carried_wager", "ruling_id", "ruling"),
        _own("carried_wager", "table_id", "gaming_table"),
        _own("carried_wager", "sitting_id", "round_seat"),
        sa.UniqueConstraint("ruling_id", "seat", name="uq_carried_wager_seat"),
    )
    _index("carried_wager", "ix_carried_wager_table", "table_id", "id")
    _table(
        "carried_wager_end",
        _key("carried_id"),
        _text("fate", 32),
        _key("round_id", optional=True),
        _text("notification", 120),
        _text("rule_id", 64),
        *_who(),
        _own("carried_wager_end", "carried_id", "carried_wager"),
        _own("carried_wager_end", "round_id", "game_round"),
        sa.UniqueConstraint("carried_id", name=op.f("uq_carried_wager_end_carried_id")),
    )


def _disputes() -> None:
    _table(
        "dispute",
        _text("key", 80),
        _text("document", 16),
        _number("table_number", optional=True),
        _number("round", optional=True),
        _key("ruling_id", optional=True),
        _text("raised_by", 120),
        _key("patron_id", optional=True),
        _text("what", 1000),
        _when("raised_at"),
        _when("entered_at"),
        _text("entered_by", 64),
        _text("entered_by_name", 120),
        _own("dispute", "ruling_id", "ruling"),
        _own("dispute", "patron_id", "patron"),
        sa.UniqueConstraint("key", name=op.f("uq_dispute_key")),
    )
    _index("dispute", "ix_dispute_table", "table_number", "id")
    _index("dispute", op.f("ix_dispute_ruling_id"), "ruling_id")
    _index("dispute", op.f("ix_dispute_patron_id"), "patron_id")
    _table(
        "dispute_event",
        _key("dispute_id"),
        _text("happened", 32),
        _text("note", 1000),
        _text("how", 40),
        _text("rule_id", 64),
        *_who(),
        _text("by_role", 32),
        _own("dispute_event", "dispute_id", "dispute"),
    )
    _index("dispute_event", op.f("ix_dispute_event_dispute_id"), "dispute_id")


def _at_table() -> None:
    _table(
        "declared_chips",
        _key("sitting_id"),
        _key("table_id"),
        _key("patron_id"),
        _text("chips", 32),
        _amount("seen"),
        _amount("declared"),
        _text("key", 80),
        *_who(),
        _own("declared_chips", "sitting_id", "round_seat"),
        _own("declared_chips", "table_id", "gaming_table"),
        _own("declared_chips", "patron_id", "patron"),
        sa.CheckConstraint(
            "seen >= 0 AND declared >= 0", name=op.f("ck_declared_chips_counts")
        ),
        sa.UniqueConstraint("key", name=op.f("uq_declared_chips_key")),
    )
    _index("declared_chips", "ix_declared_chips_sitting", "sitting_id")
    _index("declared_chips", op.f("ix_declared_chips_patron_id"), "patron_id")
    _table(
        "paid_seat",
        _key("round_id"),
        _number("settlement"),
        _number("seat"),
        _key("patron_id", optional=True),
        _amount("due"),
        _amount("paid"),
        _key("payment_id", optional=True),
        *_who(),
        _own("paid_seat", "round_id", "game_round"),
        _own("paid_seat", "patron_id", "patron"),
        _own("paid_seat", "payment_id", "payment"),
        sa.UniqueConstraint("round_id", "seat", "settlement", name="uq_paid_seat"),
    )
    _index("paid_seat", op.f("ix_paid_seat_payment_id"), "payment_id")


def _jackpots() -> None:
    _table(
        "backed_jackpot",
        _key("round_id"),
        _number("seat"),
        _number("backer_seat"),
        _key("backer_patron_id", optional=True),
        _text("backer", 80),
        _amount("amount"),
        _text("rule_id", 64),
        _text("allowed_by", 64),
        _text("allowed_by_name", 120),
        _when("at"),
        _own("backed_jackpot", "round_id", "game_round"),
        _own("backed_jackpot", "backer_patron_id", "patron"),
        sa.UniqueConstraint("round_id", "seat", name="uq_backed_jackpot_seat"),
    )
    _table(
        "jackpot_line",
        _key("round_id"),
        _number("settlement"),
        _number("place"),
        _number("seat"),
        _text("player", 80),
        _key("patron_id", optional=True),
        _text("hand", 32),
        sa.Column("folded", sa.Boolean(), nullable=False),
        _amount("stake"),
        _amount("award"),
        _key("claim_id", optional=True),
        _text("rule_id", 64),
        _when("at"),
        _own("jackpot_line", "round_id", "game_round"),
        _own("jackpot_line", "patron_id", "patron"),
        _own("jackpot_line", "claim_id", "meter_claim"),
        sa.UniqueConstraint("round_id", "settlement", "place", name="uq_jackpot_line"),
    )
    _index("jackpot_line", op.f("ix_jackpot_line_patron_id"), "patron_id")
    _index("jackpot_line", op.f("ix_jackpot_line_claim_id"), "claim_id")


def _table(name: str, *parts: sa.schema.SchemaItem) -> None:
    key = sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}"))
    op.create_table(name, _key("id"), *parts, key)


def _index(table: str, name: str, *columns: str) -> None:
    with op.batch_alter_table(table, schema=None) as batch_op:
        batch_op.create_index(name, list(columns), unique=False)


def _key(name: str, *, optional: bool = False) -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, number, nullable=optional)


def _number(name: str, *, optional: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=optional)


def _amount(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _when(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _who() -> tuple[sa.Column[Any], ...]:
    return _when("at"), _text("by", 64), _text("by_name", 120)


def _own(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name)
