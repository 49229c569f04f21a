"""Receipts as they are handed over: what they say, and each print counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.ledger.postings import Account
from rulebook import HOUSE, Cite
from tournaments import queries as entries
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, queries
from tournaments.money.models import ReceiptPrintRow, ReceiptRow
from tournaments.path import steps
from tournaments.path.substituting import name_at
from tournaments.rules.payments import Method

PRINTED: Cite = HOUSE.at("TOURN-82")
BY_METHOD = {method.value: method for method in Method}


class Paper(StrEnum):
    """What a receipt is printed on; both copies go on one sheet of A4 or Letter."""

    ROLL = "roll"  # 80 mm wide
    A6 = "a6"
    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt says."""

    row: ReceiptRow
    entry: EntryRow
    lines: Sequence[tuple[str, int]]  # what for, and how much; below nothing paid out
    methods: Mapping[Method, int]
    chips: int
    corrects: ReceiptRow | None
    name: str  # of whoever held the entry then

    @property
    def cents(self) -> int:
        """What changed hands."""
        return sum(self.methods.values())

    @property
    def called(self) -> str:
        """Its number, which no other receipt of the house has."""
        return f"{self.row.tournament_id}-{self.row.number:05}"


def read(session: Session, receipts: Sequence[ReceiptRow]) -> Sequence[Receipt]:
    """Receipts with what their postings say."""
    moved = queries.moves_of(session, [row.pk for row in receipts])
    return [_receipt(session, row, moved.get(row.pk, {})) for row in receipts]


def _receipt(
    session: Session, row: ReceiptRow, moves: Mapping[Account, int]
) -> Receipt:
    by_kind: dict[str, int] = {}
    for account, amount in moves.items():
        by_kind[account.kind] = by_kind.get(account.kind, 0) + amount
    lines = [
        (what.value.capitalize(), -by_kind[kind])
        for kind, what in queries.BY_KIND.items()
        if kind in by_kind
    ]
    if accounts.REFUNDED in by_kind:
        lines.append(("Refund", -by_kind[accounts.REFUNDED]))
    earlier = session.get(ReceiptRow, row.corrects_id) if row.corrects_id else None
    entry = session.get_one(EntryRow, row.entry_id)
    return Receipt(
        row,
        entry,
        lines,
        {m: by_kind[kind] for kind, m in BY_METHOD.items() if kind in by_kind},
        by_kind.get(accounts.CHIPS_DUE, 0),
        earlier,
        name_at(session, entry, row.at),
    )


def is_of_holder(session: Session, receipt: ReceiptRow) -> bool:
    """Whether whoever holds the entry now held it when this was paid."""
    taken_over = entries.substitutions(session, [receipt.entry_id])
    later = taken_over.get(receipt.entry_id)
    return later is None or later.at <= receipt.at


def prints(session: Session, receipt: ReceiptRow) -> Sequence[ReceiptPrintRow]:
    """Every print of a receipt, the original first."""
    mine = select(ReceiptPrintRow).where(col(ReceiptPrintRow.receipt_id) == receipt.pk)
    return session.exec(mine.order_by(col(ReceiptPrintRow.number))).all()


def print_again(
    session: Session, tournament: TournamentRow, receipt: ReceiptRow, act: Act
) -> ReceiptPrintRow:
    """Count one more print: the first is the original, the others are copies."""
    mine = select(func.count()).where(col(ReceiptPrintRow.receipt_id) == receipt.pk)
    number = session.exec(mine).one()
    row = ReceiptPrintRow(receipt_id=receipt.pk, number=number, **steps.signed(act))
    session.add(row)
    session.flush()
    after = {"receipt": receipt.number, "copy": number}
    steps.note(session, tournament, "print receipt", act, None, (PRINTED,), {}, after)
    return row
