"""What entries paid and get back is on the ledger; receipts and shifts have tables."""

import json
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

from migrations.append_only import append_only

revision = "0004"
down_revision = "0003"
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT = sa.DateTime(timezone=True)
PAID_RULES = ["HOUSE-TOURN-80", "CROWN3-12.5.2(b)"]
BACK_RULES = ["CROWN3-12.5.3(a)(iv)", "HOUSE-TOURN-67"]
NEW = (
    "cage_shift",
    "cage_shift_closed",
    "tournament_receipt",
    "tournament_receipt_print",
)
_META = sa.MetaData()
ACCOUNT = sa.Table(
    "ledger_account",
    _META,
    sa.Column("id", KEY, primary_key=True),
    *(sa.Column(name, sa.String()) for name in ("kind", "owner", "unit")),
    sa.Column("balance", sa.BigInteger()),
    sa.Column("last_at", AT),
)
POSTING = sa.Table(
    "ledger_posting",
    _META,
    sa.Column("id", KEY, primary_key=True),
    *(sa.Column(name, sa.String()) for name in ("cause_kind", "cause_id")),
    sa.Column("number", sa.Integer()),
    *(sa.Column(name, sa.JSON()) for name in ("rules", "facts")),
    sa.Column("at", AT),
    *(sa.Column(name, sa.String()) for name in ("by", "by_name")),
)
MOVE = sa.Table(
    "ledger_entry",
    _META,
    sa.Column("id", KEY, primary_key=True),
    *(sa.Column(name, KEY) for name in ("posting_id", "account_id")),
    *(sa.Column(name, sa.BigInteger()) for name in ("amount", "balance")),
    sa.Column("at", AT),
)
ENTRY = sa.Table(
    "tournament_entry",
    _META,
    *(sa.Column(name, KEY) for name in ("id", "tournament_id", "document_id")),
    *(sa.Column(n, sa.BigInteger()) for n in ("entry_fee_cents", "buy_in_cents")),
    sa.Column("entered_at", AT),
    *(sa.Column(name, sa.String()) for name in ("entered_by", "entered_by_name")),
)
REFUND = sa.Table(
    "tournament_refund",
    _META,
    *(sa.Column(name, KEY) for name in ("id", "entry_id")),
    sa.Column("cents", sa.BigInteger()),
    sa.Column("at", AT),
    *(sa.Column(name, sa.String()) for name in ("by", "by_name")),
)
HANDED_OUT = sa.Table(
    "tournament_refund_paid",
    _META,
    sa.Column("refund_id", KEY),
    sa.Column("at", AT),
    *(sa.Column(name, sa.String()) for name in ("by", "by_name")),
)
DOCUMENT = sa.Table(
    "document", _META, sa.Column("id", KEY), sa.Column("content", sa.LargeBinary())
)


class Kept(NamedTuple):
    """One movement that the house kept in columns."""

    at: datetime
    order: int  # of what happened in the same instant
    cause: tuple[str, int]
    rules: list[str]
    by: tuple[str, str]
    moves: dict[tuple[str, str], int]  # kind and owner


def upgrade() -> None:
    _make_tables()
    for name in NEW:
        append_only(name)
    connection = op.get_bind()
    for kept in sorted(_kept(connection), key=lambda k: (k.at, k.order)):
        _post(connection, kept)
    _drop_columns(connection)


def _kept(connection: sa.Connection) -> Iterator[Kept]:
    """Payments, refunds that became due, and refunds handed out."""
    shares = {
        row.id: json.loads(row.content)["data"]["winners"]["pool"]["shares"]
        for row in connection.execute(
            sa.select(DOCUMENT).where(DOCUMENT.c.id.in_(sa.select(ENTRY.c.document_id)))
        )
    }
    entries = {row.id: row for row in connection.execute(sa.select(ENTRY))}
    for row in entries.values():
        by, cause = (row.entered_by, row.entered_by_name), ("entry", row.id)
        for what, cents in (
            ("entry fee", row.entry_fee_cents),
            ("buy-in", row.buy_in_cents),
        ):
            moves = _paid(row, what, cents, shares[row.document_id])
            yield Kept(row.entered_at, 0, cause, PAID_RULES, by, moves)
    for row in connection.execute(sa.select(REFUND)):
        entry = entries[row.entry_id]
        moves = _due(entry, row.cents, shares[entry.document_id])
        yield Kept(row.at, 1, ("refund", row.id), BACK_RULES, row[-2:], moves)
    both = sa.join(HANDED_OUT, REFUND, HANDED_OUT.c.refund_id == REFUND.c.id)
    query = sa.select(
        REFUND.c.id,
        REFUND.c.entry_id,
        REFUND.c.cents,
        HANDED_OUT.c.at,
        HANDED_OUT.c.by,
        HANDED_OUT.c.by_name,
    ).select_from(both)
    for row in connection.execute(query):
        moves = _handed_out(entries[row.entry_id], row.cents)
        yield Kept(row.at, 2, ("refund", row.id), BACK_RULES, row[-2:], moves)


def _pool(cents: int, share: str) -> int:
    into = cents * Fraction(share)
    return into.numerator // into.denominator


def _paid(
    row: Any, what: str, cents: int, shares: dict[str, str]
) -> dict[tuple[str, str], int]:
    """No method was kept, and terms gave nothing to the staff."""
    pool = _pool(cents, shares[what.replace(" ", "_").replace("-", "_")])
    tournament = f"tournament {row.tournament_id}"
    return {
        (f"{what} paid", f"entry {row.id}"): -cents,
        ("pool", tournament): pool,
        ("house share", tournament): cents - pool,
        ("not recorded", "house"): cents,
        ("held", tournament): -cents,
    }


def _due(row: Any, cents: int, shares: dict[str, str]) -> dict[tuple[str, str], int]:
    """Which part came from the fee was not kept: the buy-in comes back first."""
    of_buy_in = min(cents, row.buy_in_cents)
    pool = 0
    for paid, back, name in (
        (row.buy_in_cents, of_buy_in, "buy_in"),
        (row.entry_fee_cents, cents - of_buy_in, "entry_fee"),
    ):
        pool += _pool(paid, shares[name]) - _pool(paid - back, shares[name])
    tournament = f"tournament {row.tournament_id}"
    return {
        ("pool", tournament): -pool,
        ("house share", tournament): pool - cents,
        ("refund due", f"entry {row.id}"): cents,
    }


def _handed_out(row: Any, cents: int) -> dict[tuple[str, str], int]:
    return {
        ("refund due", f"entry {row.id}"): -cents,
        ("refunded", f"entry {row.id}"): cents,
        ("not recorded", "house"): -cents,
        ("held", f"tournament {row.tournament_id}"): cents,
    }


def _post(connection: sa.Connection, kept: Kept) -> None:
    moves = {account: cents for account, cents in kept.moves.items() if cents}
    if not moves:
        return
    held = {account: _account(connection, *account) for account in moves}
    at = max(kept.at, *(row.last_at or kept.at for row in held.values()))
    kind, id_ = kept.cause[0], str(kept.cause[1])
    mine = (POSTING.c.cause_kind == kind) & (POSTING.c.cause_id == id_)
    before = sa.select(sa.func.max(POSTING.c.number)).where(mine)
    posting = connection.execute(
        sa.insert(POSTING).returning(POSTING.c.id),
        {
            "cause_kind": kind,
            "cause_id": id_,
            "number": (connection.execute(before).scalar() or 0) + 1,
            "rules": kept.rules,
            "facts": {"kept": "in columns until version 0004"},
            "at": at,
            "by": kept.by[0],
            "by_name": kept.by[1],
        },
    ).scalar_one()
    for account, cents in moves.items():
        row = held[account]
        now = row.balance + cents
        connection.execute(
            sa.insert(MOVE),
            {
                "posting_id": posting,
                "account_id": row.id,
                "amount": cents,
                "balance": now,
                "at": at,
            },
        )
        carried = sa.update(ACCOUNT).where(ACCOUNT.c.id == row.id)
        connection.execute(carried.values(balance=now, last_at=at))


def _account(connection: sa.Connection, kind: str, owner: str) -> Any:
    name = {"kind": kind, "owner": owner, "unit": "cents"}
    query = sa.select(ACCOUNT).filter_by(**name)
    if (found := connection.execute(query).first()) is None:
        connection.execute(sa.insert(ACCOUNT), {**name, "balance": 0})
        found = connection.execute(query).one()
    return found


def _drop_columns(connection: sa.Connection) -> None:
    columns = {
        "tournament_entry": ("entry_fee", "buy_in", "refund_due", "refunded"),
        "tournament_refund": ("",),
    }
    for table, names in columns.items():
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(op.f(f"ck_{table}_money_fits"), type_="check")
            for name in names:
                batch.drop_column(f"{name}_cents".lstrip("_"))
    if connection.dialect.name == "sqlite":  # altered by a copy, without its triggers
        append_only("tournament_refund")


def _signed() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("at", AT, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(120), nullable=False),
    )


def _make_tables() -> None:
    op.create_table(
        "cage_shift",
        sa.Column("id", KEY, nullable=False),
        *_signed(),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cage_shift")),
    )
    op.create_index(op.f("ix_cage_shift_by"), "cage_shift", ["by"])
    op.create_table(
        "cage_shift_closed",
        sa.Column("id", KEY, nullable=False),
        sa.Column("shift_id", KEY, nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
        *_signed(),
        sa.ForeignKeyConstraint(
            ["shift_id"],
            ["cage_shift.id"],
            name=op.f("fk_cage_shift_closed_shift_id_cage_shift"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cage_shift_closed")),
        sa.UniqueConstraint("shift_id", name=op.f("uq_cage_shift_closed_shift_id")),
    )
    _make_receipts()


def _make_receipts() -> None:
    receipt = "tournament_receipt"
    op.create_table(
        receipt,
        sa.Column("id", KEY, nullable=False),
        sa.Column("tournament_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry_id", KEY, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("method", sa.String(32), nullable=False),
        sa.Column("shift_id", KEY, nullable=True),
        sa.Column("corrects_id", KEY, nullable=True),
        sa.Column("note", sa.String(400), nullable=False),
        *_signed(),
        *(
            sa.ForeignKeyConstraint(
                [f"{name}_id"], [f"{to}.id"], name=op.f(f"fk_{receipt}_{name}_id_{to}")
            )
            for name, to in (
                ("tournament", "tournament"),
                ("entry", "tournament_entry"),
                ("shift", "cage_shift"),
                ("corrects", receipt),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{receipt}")),
        sa.UniqueConstraint("tournament_id", "number", name=f"uq_{receipt}"),
        sa.UniqueConstraint("corrects_id", "kind", name=f"uq_{receipt}_corrects"),
    )
    for name in ("entry_id", "shift_id"):
        op.create_index(op.f(f"ix_{receipt}_{name}"), receipt, [name])
    op.create_table(
        f"{receipt}_print",
        sa.Column("id", KEY, nullable=False),
        sa.Column("receipt_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_signed(),
        sa.ForeignKeyConstraint(
            ["receipt_id"],
            [f"{receipt}.id"],
            name=op.f(f"fk_{receipt}_print_receipt_id_{receipt}"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{receipt}_print")),
        sa.UniqueConstraint("receipt_id", "number", name=f"uq_{receipt}_print"),
    )
