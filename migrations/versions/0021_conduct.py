"""What is done to players, calls for the Director, handovers, who is on duty.

Rulings and disputes keep whom their table was lent to.
"""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0021"
down_revision = "0020"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
TOURNAMENT = {"tournament_id": "tournament"}


def upgrade() -> None:
    _conduct()
    _calls()
    _handovers()
    _duty()
    for table in (
        "tournament_conduct",
        "tournament_conduct_back",
        "tournament_call",
        "tournament_call_answer",
        "tournament_handover",
        "tournament_handover_taken",
        "tournament_duty",
    ):
        append_only(table)
    op.create_index("ix_round_seat_entrant", "round_seat", ["entrant"])
    _lent("ruling")
    _lent("dispute")
    op.add_column(
        "dispute",
        sa.Column("hand", sa.String(80), nullable=False, server_default=""),
    )


def _lent(table: str) -> None:
    for name, length in (("lent_kind", 32), ("lent_id", 64), ("lent_name", 160)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column(table, column)
    op.create_index(f"ix_{table}_lent", table, ["lent_kind", "lent_id", "id"])


def _create(
    name: str, refers: dict[str, str], *columns: object, may_lack: tuple[str, ...] = ()
) -> None:
    """A table with a number of its own and whatever it belongs to."""
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        *(sa.Column(column, KEY, nullable=column in may_lack) for column in refers),
        *columns,
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{to}.id"], name=op.f(f"fk_{name}_{column}_{to}")
            )
            for column, to in refers.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )


def _signed() -> tuple[sa.Column, ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _whole(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _chips(name: str) -> sa.Column:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _text(name: str, length: int = 400) -> sa.Column:
    return sa.Column(name, sa.String(length), nullable=False)


def _flag(name: str) -> sa.Column:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _conduct() -> None:
    name = "tournament_conduct"
    refers = {
        "entry_id": "tournament_entry",
        "session_table_id": "tournament_session_table",
    }
    _create(
        name,
        TOURNAMENT | refers,
        _whole("number"),
        _text("player", 160),
        _text("verb", 32),
        _text("ground"),
        _chips("size"),
        _text("reason"),
        _text("rule_id", 64),
        _whole("table_number", nullable=True),
        _whole("seat", nullable=True),
        _whole("after_round"),
        _whole("hand"),
        _chips("stack_chips"),
        _chips("takes_chips"),
        _chips("lapsed_chips"),
        _flag("takes_antes"),
        _flag("keeps_seat"),
        _text("place", 32),
        _text("was", 32),
        _text("becomes", 32),
        sa.Column("says", sa.JSON(), nullable=False),
        *_signed(),
        sa.UniqueConstraint("tournament_id", "number", name="uq_tournament_conduct"),
        may_lack=("session_table_id",),
    )
    op.create_index(op.f(f"ix_{name}_entry_id"), name, ["entry_id"])
    op.create_index("ix_tournament_conduct_at", name, ["session_table_id", "id"])
    name = "tournament_conduct_back"
    _create(
        name,
        {"conduct_id": "tournament_conduct"},
        _text("reason"),
        *_signed(),
        sa.UniqueConstraint("conduct_id", name=op.f(f"uq_{name}_conduct_id")),
    )


def _calls() -> None:
    name = "tournament_call"
    _create(
        name,
        TOURNAMENT | {"table_id": "gaming_table"},
        _whole("table_number"),
        _whole("round"),
        _text("hand", 80),
        _text("what"),
        *_signed(),
    )
    op.create_index(op.f(f"ix_{name}_table_id"), name, ["table_id"])
    op.create_index("ix_tournament_call_of", name, ["tournament_id", "id"])
    _create(
        "tournament_call_answer",
        {"call_id": "tournament_call"},
        _text("answer", 32),
        _text("note"),
        *_signed(),
        sa.UniqueConstraint("call_id", "answer", name="uq_tournament_call_answer"),
    )


def _handovers() -> None:
    name = "tournament_handover"
    _create(
        name,
        TOURNAMENT | {"to_id": "staff"},
        _text("to_name", 120),
        sa.Column("since", AT, nullable=True),
        sa.Column("happened", sa.JSON(), nullable=False),
        sa.Column("waiting", sa.JSON(), nullable=False),
        _text("note", 1000),
        *_signed(),
    )
    op.create_index(op.f(f"ix_{name}_to_id"), name, ["to_id"])
    op.create_index("ix_tournament_handover_of", name, ["tournament_id", "id"])
    name = "tournament_handover_taken"
    _create(
        name,
        {"handover_id": "tournament_handover"},
        *_signed(),
        sa.UniqueConstraint("handover_id", name=op.f(f"uq_{name}_handover_id")),
    )


def _duty() -> None:
    name = "tournament_duty"
    _create(
        name,
        TOURNAMENT | {"staff_id": "staff"},
        _whole("stage_at"),
        _whole("session"),
        _whole("table_number"),
        _text("post", 32),
        *_signed(),
        may_lack=("staff_id",),
    )
    op.create_index(op.f(f"ix_{name}_staff_id"), name, ["staff_id"])
    columns = ["tournament_id", "stage_at", "session", "id"]
    op.create_index("ix_tournament_duty_of", name, columns)
