"""Rounds of play, and practice rounds apart from them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0008"
down_revision = "0007"
# What a round was opened with; its setup follows until the first card is out.
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


def upgrade() -> None:
    counts = op.f("ck_game_round_number_counts")
    _rounds("game_round", sa.CheckConstraint("number > 0", name=counts))
    with op.batch_alter_table("game_round", schema=None) as batch_op:
        batch_op.create_index(
            "ix_game_round_under_way",
            ["table_id", "number"],
            unique=False,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
    _rounds("practice_round")
    _seats("round_seat")
    _seats("practice_seat")
    _actions(
        "round_action",
        "game_round",
        "round_seat",
        sa.CheckConstraint(
            "takes_back IS NULL OR (takes_back < seq AND reason <> '')",
            name=op.f("ck_round_action_takes_back_with_reason"),
        ),
    )
    _actions("practice_action", "practice_round", "practice_seat")
    _lines(
        "round_line",
        "game_round",
        sa.CheckConstraint(
            "stake >= 0 AND net >= -stake",
            name=op.f("ck_round_line_loses_its_stake_at_most"),
        ),
        sa.ForeignKeyConstraint(
            ["patron_id"], ["patron.id"], name=op.f("fk_round_line_patron_id_patron")
        ),
    )
    with op.batch_alter_table("round_line", schema=None) as batch_op:
        batch_op.create_index("ix_round_line_patron_id", ["patron_id"], unique=False)
    _lines("practice_line", "practice_round")
    for table in ("round_action", "round_line", "round_seat"):
        append_only(table)
    _keep_what_was_opened()


def _key(name: str, *, optional: bool = False) -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, number, nullable=optional)


def _when(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=optional)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _own(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name)


def _unique(table: str, name: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=f"uq_{table}_{name}")


def _rounds(table: str, *more: sa.Constraint) -> None:
    op.create_table(
        table,
        _key("id"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        _text("lent_kind", 32),
        _text("lent_id", 64),
        _text("lent_name", 160),
        sa.Column("deck_sealed", sa.LargeBinary(), nullable=True),
        _text("deck_sha256", 64),
        sa.Column("deck_shown", sa.JSON(), nullable=True),
        _when("opened_at"),
        _text("opened_by", 64),
        _text("key", 64),
        _when("first_card_at", optional=True),
        _when("ended_at", optional=True),
        _key("table_id"),
        _own(table, "table_id", "gaming_table"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _unique(table, "number", "table_id", "number"),
        _unique(table, "key", "table_id", "key"),
        *more,
    )


def _seats(table: str) -> None:
    op.create_table(
        table,
        _key("id"),
        sa.Column("seat", sa.Integer(), nullable=False),
        _text("happened", 32),
        _text("player", 80),
        _key("patron_id", optional=True),
        _text("card", 32),
        _text("entrant", 64),
        _text("why", 200),
        _when("at"),
        _text("by", 64),
        _text("key", 64),
        _key("table_id"),
        _own(table, "table_id", "gaming_table"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _unique(table, "key", "table_id", "key"),
    )
    with op.batch_alter_table(table, schema=None) as batch_op:
        batch_op.create_index(
            f"ix_{table}_latest", ["table_id", "seat", "id"], unique=False
        )


def _actions(table: str, rounds: str, seats: str, *more: sa.Constraint) -> None:
    op.create_table(
        table,
        _key("id"),
        sa.Column("seq", sa.Integer(), nullable=False),
        _text("kind", 32),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("takes_back", sa.Integer(), nullable=True),
        _text("reason", 400),
        _when("at"),
        _when("sent_at", optional=True),
        _text("by", 64),
        _text("by_name", 120),
        _text("key", 64),
        _text("digest", 64),
        _key("round_id"),
        _key("seat_id", optional=True),
        _own(table, "round_id", rounds),
        _own(table, "seat_id", seats),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _unique(table, "seq", "round_id", "seq"),
        _unique(table, "key", "round_id", "key"),
        *more,
    )


def _lines(table: str, rounds: str, *more: sa.Constraint) -> None:
    op.create_table(
        table,
        _key("id"),
        sa.Column("settlement", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        _text("player", 80),
        _text("wager", 32),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        _text("rule_id", 64),
        _when("at"),
        _text("by", 64),
        _text("reason", 400),
        _key("round_id"),
        _key("patron_id", optional=True),
        _own(table, "round_id", rounds),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        _unique(table, "place", "round_id", "settlement", "place"),
        *more,
    )


def _keep_what_was_opened() -> None:
    """Refuse to drop a round, or to change under what it was opened and played."""
    _refuse("game_round_kept", "DELETE", "opened_at")
    _refuse("game_round_opened", f"UPDATE OF {', '.join(OPENED)}", "opened_at")
    _refuse("game_round_begun", "UPDATE OF setup", "first_card_at")


def _refuse(name: str, verb: str, once: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verb} ON game_round "
            f"WHEN OLD.{once} IS NOT NULL BEGIN SELECT RAISE(ABORT, "
            "'game_round is append-only: correct it with a new row'); END"
        )
        return
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb} ON game_round FOR EACH ROW "
        f"WHEN (OLD.{once} IS NOT NULL) EXECUTE FUNCTION refuse_change()"
    )
