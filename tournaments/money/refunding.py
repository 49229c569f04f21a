"""Refunds: what is due to an entrant by the terms accepted, and its handing out."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, drawers, queries, taking
from tournaments.money.models import ReceiptKind, ReceiptRow
from tournaments.money.taking import Tender
from tournaments.path import steps
from tournaments.path.models import RefundPaidRow, RefundRow
from tournaments.rules.payments import Method, PaidFor, Shares
from tournaments.rules.refunds import Cause as Why
from tournaments.rules.refunds import Paid, Refund, refund

ONCE: Cite = HOUSE.at("TOURN-67")
NO_MORE: Cite = HOUSE.at("TOURN-85")
REFUNDED: Cite = Cite("CROWN3-12.5.3(a)(iv)")


def due(session: Session, entry: EntryRow, cause: Why, act: Act) -> int:
    """List what comes back, as the version that binds the entrant says; the cents."""
    terms = taking.bound_terms(session, entry)
    shared = queries.shares_of(session, entry.pk)
    worked_out = refund(terms, _paid(shared), cause, act.now)
    row = RefundRow(
        entry_id=entry.pk,
        cause=cause,
        why=worked_out.why[:400],
        rule_ids=[cite.id for cite in worked_out.cites],
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    backs = [
        terms.winners.pool.part(what, terms).back(shared[what], cents)
        for what, cents in worked_out.parts.items()
    ]
    whole = Shares(
        sum(back.pool_cents for back in backs),
        sum(back.staff_cents for back in backs),
        sum(back.house_cents for back in backs),
    )
    if moves := accounts.comes_back(entry.pk, entry.tournament_id, whole):
        known = {"entry": entry.pk, "why": cause.value}
        posting = Posting(Cause("refund", str(row.pk)), worked_out.cites, moves, known)
        ledger.post(session, posting, act)
    return whole.cents


def would_be(session: Session, entry: EntryRow, cause: Why, at: datetime) -> Refund:
    """What would come back if the entry ended like this now; nothing is posted."""
    shared = queries.shares_of(session, entry.pk)
    return refund(taking.bound_terms(session, entry), _paid(shared), cause, at)


def _paid(shared: Mapping[PaidFor, Shares]) -> Paid:
    return {what: shares.cents for what, shares in shared.items()}


def pay(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    refund_id: int,
    tender: Tender,
    how: str,
    act: Act,
) -> ReceiptRow | Refused:
    """Hand a refund out, once, and never more money than was paid in."""
    found = session.get(RefundRow, refund_id) if 0 < refund_id < 2**63 else None
    entry = (
        session.get(EntryRow, found.entry_id, with_for_update=True) if found else None
    )
    if found is None or entry is None or entry.tournament_id != tournament.pk:
        refusals = [Refusal(ONCE, "There is no such refund.")]
        return _refused(session, tournament, refusals, act)
    if refusals := [*_against(session, entry, tender, how, act)]:
        return _refused(session, tournament, refusals, act)
    said = fitted(f"{tender.method}: {how.strip()}".removesuffix(": "), 200)
    row = RefundPaidRow(refund_id=found.pk, how=said, **steps.signed(act))
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # handed out already, perhaps in this very moment
        wrong = f"The refund of entry {entry.number} was handed out already."
        return _refused(session, tournament, [Refusal(ONCE, wrong)], act)
    return _hand_out(session, tournament, entry, tender, said, act)


def _against(
    session: Session, entry: EntryRow, tender: Tender, how: str, act: Act
) -> Iterator[Refusal]:
    if len(how) > LONGEST:
        wrong, right = "The note is too long.", f"Say it in {LONGEST} characters."
        yield Refusal(ONCE, wrong, right, "how")
    money = queries.of_entry(session, entry.pk)
    if not money.due_cents:
        wrong = f"Nothing is due to entry {entry.number}: it was handed out already."
        yield Refusal(ONCE, wrong)
    if money.refunded_cents + money.due_cents > money.paid_cents:
        wrong = f"More would come back to entry {entry.number} than was paid."
        yield Refusal(NO_MORE, wrong, "Have the receipts of the entry looked at.")
    if tender.method is Method.CARD and not how.strip():
        wrong = "It is not said which transfer it is."
        yield Refusal(ONCE, wrong, "Write the number of the transfer.", "how")
    yield from taking.against(session, tender, act)
    out = _in_money(session, entry, tender.method, money.due_cents)
    yield from drawers.short(session, {tender.method: out}, act)


LONGEST = 180


def _hand_out(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    tender: Tender,
    said: str,
    act: Act,
) -> ReceiptRow:
    cents = queries.of_entry(session, entry.pk).due_cents
    kind = ReceiptKind.REFUND
    receipt = taking.issue(session, entry, kind, tender.method, act, note=said)
    out_of = _out_of(session, entry, receipt, cents)
    moves = accounts.handed_out((entry.pk, entry.tournament_id), out_of)
    rules = (REFUNDED, ONCE, NO_MORE)
    taking.post(session, receipt, moves, act, rules=rules)
    after = {"entry": entry.number, "cents": cents, "how": said}
    after["receipt"] = receipt.number
    steps.note(session, tournament, "pay refund", act, None, rules, {}, after)
    return receipt


def _out_of(
    session: Session, entry: EntryRow, receipt: ReceiptRow, cents: int
) -> Mapping[Account, int]:
    """What was given as a comp comes back as one; money first goes to the entrant."""
    money = _in_money(session, entry, receipt.method, cents)
    comp = accounts.drawer(receipt.shift_id, Method.COMP)
    parts = {taking.drawer_of(receipt): money, comp: cents - money}
    return {account: part for account, part in parts.items() if part}


def _in_money(session: Session, entry: EntryRow, method: Method, cents: int) -> int:
    """What of a refund is money: no more than was paid in money."""
    paid = queries.of_entry(session, entry.pk).paid_cents - comps(session, entry)
    return min(cents, paid) if method is not Method.COMP else 0


def comps(session: Session, entry: EntryRow) -> int:
    """What of an entry's payments the house gave."""
    given = select(ReceiptRow.id).where(
        col(ReceiptRow.entry_id) == entry.pk,
        col(ReceiptRow.kind) != ReceiptKind.REFUND,
    )
    ids = [id_ for id_ in session.exec(given) if id_ is not None]
    return sum(
        cents
        for moves in queries.moves_of(session, ids).values()
        for account, cents in moves.items()
        if account.kind == Method.COMP.value
    )


def _refused(
    session: Session, tournament: TournamentRow, refusals: list[Refusal], act: Act
) -> Refused:
    refused = Refused(tuple(refusals))
    steps.note(session, tournament, "pay refund", act, refused)
    return refused
