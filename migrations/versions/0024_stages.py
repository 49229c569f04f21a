"""Stages are closed: who goes on, steps of ties, lots, second chances, corrections."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0024"
down_revision = "0023"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
TOURNAMENT = {"tournament_id": "tournament"}
STAGE = ("stage_at", sa.Integer())


def upgrade() -> None:
    _closed()
    _ties()
    _lots()
    _chances()
    _corrected()
    for table in (
        "tournament_stage_closed",
        "tournament_tie_step",
        "tournament_second_chance",
        "tournament_count_corrected",
    ):
        append_only(table)


def _create(
    name: str,
    refers: dict[str, str],
    *columns: tuple[str, sa.types.TypeEngine],
    unique: tuple[str, str] | None = None,
    signed: bool = True,
) -> None:
    """A table with a number of its own, what it belongs to, and who wrote it."""
    hand = (("at", AT), ("by", sa.String(64)), ("by_name", sa.String(120)))
    kept = (*columns, *(hand if signed else ()))
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        *(sa.Column(column, KEY, nullable=False) for column in refers),
        *(
            sa.Column(column, kind, nullable=column == "held_at")
            for column, kind in kept
        ),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{to}.id"], name=op.f(f"fk_{name}_{column}_{to}")
            )
            for column, to in refers.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        *((sa.UniqueConstraint(*unique[1].split(), name=unique[0]),) if unique else ()),
    )


def _closed() -> None:
    name = "tournament_stage_closed"
    _create(
        name,
        TOURNAMENT,
        STAGE,
        ("number", sa.Integer()),
        ("through", sa.JSON()),
        ("out", sa.JSON()),
        ("says", sa.JSON()),
        ("reason", sa.String(400)),
        unique=(f"uq_{name}", "tournament_id stage_at number"),
    )


def _ties() -> None:
    _create(
        "tournament_tie_step",
        TOURNAMENT,
        STAGE,
        ("players", sa.String(400)),
        ("step", sa.String(32)),
        ("scores", sa.JSON()),
        ("said", sa.String(400)),
        unique=("uq_tournament_tie", "tournament_id stage_at players step"),
    )


def _lots() -> None:
    _create(
        "tournament_lot",
        TOURNAMENT,
        ("number", sa.Integer()),
        STAGE,
        ("purpose", sa.String(32)),
        ("header", sa.JSON()),
        ("commitment", sa.String(64)),
        ("sealed", sa.LargeBinary()),
        ("secret", sa.String(64)),
        ("beacon", sa.String(120)),
        ("drawn", sa.JSON()),
        ("fixed_at", AT),
        ("fixed_by", sa.String(64)),
        ("fixed_by_name", sa.String(120)),
        ("held_at", AT),
        ("held_by", sa.String(64)),
        ("held_by_name", sa.String(120)),
        unique=("uq_tournament_lot_number", "tournament_id number"),
        signed=False,
    )
    columns = ["tournament_id", "stage_at"]
    op.create_index("ix_tournament_lot_of", "tournament_lot", columns)


def _chances() -> None:
    _create(
        "tournament_second_chance",
        TOURNAMENT,
        STAGE,
        ("held", sa.Boolean()),
        ("reason", sa.String(400)),
        unique=("uq_tournament_chance", "tournament_id stage_at"),
    )


def _corrected() -> None:
    name = "tournament_count_corrected"
    refers = {
        "session_table_id": "tournament_session_table",
        "entry_id": "tournament_entry",
    }
    _create(
        name,
        refers,
        ("was_chips", sa.BigInteger()),
        ("chips", sa.BigInteger()),
        ("reason", sa.String(400)),
        ("ruling", sa.String(400)),
    )
    for column in refers:
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])
