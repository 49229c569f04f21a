"""Forms of secret wagers are kept under seal, with who examined them."""

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0020"
down_revision = "0019"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
FORM, EXAMINATION = "tournament_secret_form", "tournament_secret_examination"


def upgrade() -> None:
    refers = {
        "session_id": "tournament_session",
        "round_id": "game_round",
        "entry_id": "tournament_entry",
    }
    _create(
        FORM,
        refers,
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(32), nullable=False),
        sa.Column("promise", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("promise", name=op.f(f"uq_{FORM}_promise")),
    )
    op.create_index(f"ix_{FORM}_of", FORM, ["session_id", "entry_id"])
    for column in ("round_id", "entry_id"):
        op.create_index(op.f(f"ix_{FORM}_{column}"), FORM, [column])
    layout = sa.Column("layout", sa.JSON(), nullable=False)
    _create(EXAMINATION, {"form_id": FORM}, layout)
    op.create_index(op.f(f"ix_{EXAMINATION}_form_id"), EXAMINATION, ["form_id"])
    append_only(FORM)
    append_only(EXAMINATION)


def _create(name: str, refers: dict[str, str], *columns: object) -> None:
    """A table with a number of its own, whatever it belongs to, and who wrote it."""
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        *(sa.Column(column, KEY, nullable=False) for column in refers),
        *columns,
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{to}.id"], name=op.f(f"fk_{name}_{column}_{to}")
            )
            for column, to in refers.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
