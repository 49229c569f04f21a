"""Setting right a payment that was taken wrongly: a receipt of its own, once."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import accounts, drawers, queries, taking
from tournaments.money.buying import KINDS
from tournaments.money.models import ReceiptKind, ReceiptRow
from tournaments.money.taking import Tender
from tournaments.path import steps
from tournaments.rules.payments import Method

RIGHT: Cite = HOUSE.at("TOURN-86")
SOLD = frozenset(KINDS.values())
LONGEST = 400


def change_method(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    receipt: ReceiptRow,
    tender: Tender,
    reason: str,
    act: Act,
) -> ReceiptRow | Refused:
    """Say that it was paid, or handed out, by another method."""
    kind, was = ReceiptKind.CORRECTION, Tender(receipt.method, tender.shift_needed)
    refusals = [
        *_against(session, receipt, kind, reason),
        *_same(receipt, tender),
        *dict.fromkeys(
            refusal
            for one in (was, tender)
            for refusal in taking.against(session, one, act)
        ),
    ]
    if refusals:
        return _refused(session, tournament, receipt, refusals, act)
    made = _issue(session, receipt, kind, tender.method, reason, act)
    cents = _in_drawer(session, receipt)
    out_of = accounts.drawer(made.shift_id, receipt.method)
    into = taking.drawer_of(made)
    moves = ((out_of, -cents), (into, cents)) if cents else ()
    taking.post(session, made, moves, act, rules=(RIGHT,), corrects=receipt.number)
    _note(session, tournament, receipt, made, act)
    return made


def give_back(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    receipt: ReceiptRow,
    reason: str,
    act: Act,
    *,
    shift_needed: bool = True,
) -> ReceiptRow | Refused:
    """Give back what was sold and not to be: money, shares and chips all return."""
    kind, method = ReceiptKind.GIVEN_BACK, method_of(session, receipt)
    refusals = [
        *_against(session, receipt, kind, reason),
        *_not_sold(session, receipt),
        *taking.against(session, Tender(method, shift_needed), act),
        *drawers.short(session, {method: _in_drawer(session, receipt)}, act),
    ]
    if refusals:
        return _refused(session, tournament, receipt, refusals, act)
    made = _issue(session, receipt, kind, method, reason, act)
    drawer = taking.drawer_of(made)
    moved = queries.moves_of(session, [receipt.pk]).get(receipt.pk, {})
    lies = taking.drawer_of(receipt)
    moves = tuple(
        (drawer if account == lies else account, -amount)
        for account, amount in moved.items()
    )
    taking.post(session, made, moves, act, rules=(RIGHT,), corrects=receipt.number)
    if receipt.kind is ReceiptKind.BUY_BACK:
        entry = session.get_one(EntryRow, receipt.entry_id)
        entry.state, entry.changed_at = EntryState.ELIMINATED, act.now
        session.flush()
    _note(session, tournament, receipt, made, act)
    return made


def _in_drawer(session: Session, receipt: ReceiptRow) -> int:
    """What a receipt put into a drawer by its method."""
    moved = queries.moves_of(session, [receipt.pk]).get(receipt.pk, {})
    return sum(c for account, c in moved.items() if account.kind == receipt.method)


def method_of(session: Session, receipt: ReceiptRow) -> Method:
    """How a receipt was paid, as far as that is known now."""
    later = select(ReceiptRow.method).where(
        col(ReceiptRow.corrects_id) == receipt.pk,
        col(ReceiptRow.kind) == ReceiptKind.CORRECTION,
    )
    found = session.exec(later).first()
    return Method(found) if found else receipt.method


def _against(
    session: Session, receipt: ReceiptRow, kind: ReceiptKind, reason: str
) -> Iterator[Refusal]:
    if not reason.strip() or len(reason.strip()) > LONGEST:
        wrong, right = "No reason is given.", f"Say why, in {LONGEST} characters."
        yield Refusal(RIGHT, wrong, right, "reason")
    if receipt.corrects_id is not None:
        yield Refusal(RIGHT, f"Receipt {receipt.number} is a correction itself.")
    before = select(ReceiptRow).where(
        col(ReceiptRow.corrects_id) == receipt.pk,
        col(ReceiptRow.kind).in_([kind, ReceiptKind.GIVEN_BACK]),
    )
    if earlier := session.exec(before).first():
        wrong = f"Receipt {receipt.number} was corrected by receipt {earlier.number}."
        yield Refusal(RIGHT, wrong)


def _same(receipt: ReceiptRow, tender: Tender) -> Iterator[Refusal]:
    if tender.method is receipt.method:
        wrong = f"Receipt {receipt.number} says {receipt.method} already."
        yield Refusal(RIGHT, wrong, "Choose another method.", "method")


def _not_sold(session: Session, receipt: ReceiptRow) -> Iterator[Refusal]:
    if receipt.kind not in SOLD:
        wrong = f"Receipt {receipt.number} is for the {receipt.kind}."
        right = "End the entry: what comes back follows from the terms."
        yield Refusal(RIGHT, wrong, right)
        return
    moved = queries.moves_of(session, [receipt.pk]).get(receipt.pk, {})
    given = sum(n for account, n in moved.items() if account.kind == accounts.CHIPS_DUE)
    waiting = queries.of_entry(session, receipt.entry_id).chips_due
    if given > waiting:
        wrong = f"Of the {given:,} chips {waiting:,} still wait for the player."
        yield Refusal(RIGHT, wrong, "Chips in play are a ruling of the Director.")


def _issue(  # noqa: PLR0913, PLR0917
    session: Session,
    receipt: ReceiptRow,
    kind: ReceiptKind,
    method: Method,
    reason: str,
    act: Act,
) -> ReceiptRow:
    entry, note = session.get_one(EntryRow, receipt.entry_id), fitted(reason, 400)
    return taking.issue(
        session, entry, kind, method, act, note=note, corrects_id=receipt.pk
    )


def _note(
    session: Session,
    tournament: TournamentRow,
    receipt: ReceiptRow,
    made: ReceiptRow,
    act: Act,
) -> None:
    before = {"receipt": receipt.number, "method": receipt.method.value}
    after = {
        "receipt": made.number,
        "method": made.method.value,
        "kind": made.kind.value,
        "reason": made.note,
    }
    name = "correct receipt"
    steps.note(session, tournament, name, act, None, (RIGHT,), before, after)


def _refused(
    session: Session,
    tournament: TournamentRow,
    receipt: ReceiptRow,
    refusals: list[Refusal],
    act: Act,
) -> Refused:
    refused = Refused(tuple(refusals))
    after = {"receipt": receipt.number}
    steps.note(session, tournament, "correct receipt", act, refused, (), {}, after)
    return refused
