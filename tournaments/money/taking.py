"""Taking a payment: a receipt with its number and its postings, in one transaction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Move, Posting
from rulebook import HOUSE, Cite, Refusal
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.money import accounts, shifts
from tournaments.money.models import ReceiptKind, ReceiptRow
from tournaments.money.queries import RECEIPT
from tournaments.rules.payments import Method, What
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
    amounts: Mapping[What, int],
    tender: Tender,
    act: Act,
    *,
    chips: int = 0,
) -> ReceiptRow:
    """Take a payment of an entry: one posting for each thing paid for.

    Whoever calls has asked the rules, and holds the tournament.
    """
    receipt = issue(session, entry, kind, tender.method, act)
    terms, whose = bound_terms(session, entry), (entry.pk, entry.tournament_id)
    into = accounts.drawer(receipt.shift_id, tender.method)
    for what, cents in amounts.items():
        shares = terms.winners.pool.part(what, terms).shared(cents)
        moves = accounts.paid(whose, what, shares, into)
        if chips:
            moves += accounts.chips(entry.pk, entry.tournament_id, chips)
        post(session, receipt, moves, act, what=what.value)
    return receipt


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
    mine = select(func.max(ReceiptRow.number)).where(
        col(ReceiptRow.tournament_id) == entry.tournament_id
    )
    row = ReceiptRow(
        tournament_id=entry.tournament_id,
        number=(session.exec(mine).one() or 0) + 1,
        entry_id=entry.pk,
        kind=kind,
        method=method,
        shift_id=shift.pk if shift else None,
        at=act.now,
        by=act.by.id,
        by_name=fitted(act.by.name, 120),
        **more,
    )
    session.add(row)
    session.flush()
    return row


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
        known = {"receipt": receipt.number, "entry": receipt.entry_id, **facts}
        posting = Posting(Cause(RECEIPT, str(receipt.pk)), rules, moves, known)
        ledger.post(session, posting, act)


def drawer_of(receipt: ReceiptRow) -> Account:
    """Where the money of a receipt lies."""
    return accounts.drawer(receipt.shift_id, receipt.method)
