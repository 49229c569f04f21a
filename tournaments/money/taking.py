"""Taking a payment: a receipt with its number and its postings, in one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act, signed
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Move, Posting
from rulebook import HOUSE, Cite, Refusal
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.money import accounts, shifts
from tournaments.money.models import ReceiptKind, ReceiptRow, ShiftRow
from tournaments.money.queries import RECEIPT
from tournaments.rules.payments import Method, PaidFor
from tournaments.rules.terms import Terms

SHARED: Cite = HOUSE.at("TOURN-80")
NUMBERED: Cite = HOUSE.at("TOURN-82")
POOL: Cite = Cite("CROWN3-12.5.2(b)")


@dataclass(frozen=True, slots=True)
class Tender:
    """How somebody pays, and whether the house wants a drawer open for it."""

    method: Method = Method.CASH
    shift_needed: bool = True


CASH = Tender()


def against(session: Session, tender: Tender, act: Act) -> Iterator[Refusal]:
    """Why nobody here can take or give money by this method."""
    if tender.shift_needed and tender.method.is_counted:
        yield from shifts.none_open(session, tender.method, act)


def bound_terms(session: Session, entry: EntryRow) -> Terms:
    """The version that binds an entrant says what is paid and how it is shared."""
    return queries.terms_in(session.get_one(DocumentRow, entry.document_id))


def take(  # noqa: PLR0913, PLR0917
    session: Session,
    entry: EntryRow,
    kind: ReceiptKind,
    amounts: Mapping[PaidFor, int],
    tender: Tender,
    act: Act,
    *,
    chips: int = 0,
) -> ReceiptRow:
    """Take a payment of an entry: a posting for each thing paid, one for the chips.

    Whoever calls has asked the rules, and holds the tournament.
    """
    receipt = issue(session, entry, kind, tender.method, act)
    terms = bound_terms(session, entry)
    for what, cents in amounts.items():
        moves = _moves(receipt, terms, what, cents)
        post(session, receipt, moves, act, what=what.value)
    waiting = accounts.chips(entry.pk, entry.tournament_id, chips)
    post(session, receipt, waiting, act, rules=(SHARED, NUMBERED), chips=chips)
    return receipt


def _moves(
    receipt: ReceiptRow, terms: Terms, what: PaidFor, cents: int
) -> tuple[Move, ...]:
    """What one thing paid for on a receipt moves."""
    shares = terms.winners.pool.part(what, terms).shared(cents)
    whose = (receipt.entry_id, receipt.tournament_id)
    return accounts.paid(whose, what, shares, drawer_of(receipt))


@dataclass(frozen=True, slots=True)
class Payment:
    """What an entry pays on one receipt."""

    entry: EntryRow
    amounts: Mapping[PaidFor, int]
    method: Method


def take_entries(
    session: Session, terms: Terms, payments: Sequence[Payment], act: Act
) -> Sequence[ReceiptRow]:
    """Take the payments of many new entries of one tournament, as one after another.

    Whoever calls has asked the rules, and holds the tournament.
    """
    if not payments:
        return ()
    shift = shifts.open_of(session, act)
    number = _next_number(session, payments[0].entry.tournament_id)
    receipts = [
        _receipt(paid.entry, ReceiptKind.ENTRY, paid.method, shift, number + at, act)
        for at, paid in enumerate(payments)
    ]
    session.add_all(receipts)
    session.flush()
    postings = [
        _posting(receipt, moves, what=what.value)
        for receipt, paid in zip(receipts, payments, strict=True)
        for what, cents in paid.amounts.items()
        if (moves := _moves(receipt, terms, what, cents))
    ]
    ledger.post_many(session, postings, act)
    return receipts


def issue(
    session: Session,
    entry: EntryRow,
    kind: ReceiptKind,
    method: Method,
    act: Act,
    **more: Any,
) -> ReceiptRow:
    """The next receipt of the tournament, in the shift of whoever acts."""
    shift = shifts.open_of(session, act)
    number = _next_number(session, entry.tournament_id)
    row = _receipt(entry, kind, method, shift, number, act, **more)
    session.add(row)
    session.flush()
    return row


def _next_number(session: Session, tournament_id: int) -> int:
    mine = select(func.max(ReceiptRow.number)).where(
        col(ReceiptRow.tournament_id) == tournament_id
    )
    return (session.exec(mine).one() or 0) + 1


def _receipt(  # noqa: PLR0913, PLR0917
    entry: EntryRow,
    kind: ReceiptKind,
    method: Method,
    shift: ShiftRow | None,
    number: int,
    act: Act,
    **more: Any,
) -> ReceiptRow:
    return ReceiptRow(
        tournament_id=entry.tournament_id,
        number=number,
        entry_id=entry.pk,
        kind=kind,
        method=method,
        shift_id=shift.pk if shift else None,
        **signed(act),
        **more,
    )


def post(
    session: Session,
    receipt: ReceiptRow,
    moves: tuple[Move, ...],
    act: Act,
    *,
    rules: tuple[Cite, ...] = (SHARED, POOL, NUMBERED),
    **facts: Any,
) -> None:
    """Post what a receipt moves; nothing where it is over nothing."""
    if moves:
        ledger.post(session, _posting(receipt, moves, rules, **facts), act)


def _posting(
    receipt: ReceiptRow,
    moves: tuple[Move, ...],
    rules: tuple[Cite, ...] = (SHARED, POOL, NUMBERED),
    **facts: Any,
) -> Posting:
    known = {"receipt": receipt.number, "entry": receipt.entry_id, **facts}
    return Posting(Cause(RECEIPT, str(receipt.pk)), rules, moves, known)


def drawer_of(receipt: ReceiptRow) -> Account:
    """Where the money of a receipt lies."""
    return accounts.drawer(receipt.shift_id, receipt.method)
