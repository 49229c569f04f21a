"""Refunds: what is due to an entrant by the terms accepted, and its handing out."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit.plain import fitted
from house.documents.models import DocumentRow
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.path.models import RefundPaidRow, RefundRow
from tournaments.rules.refunds import Cause, Paid, refund

ONCE: Cite = HOUSE.at("TOURN-67")
REFUNDED: Cite = Cite("CROWN3-12.5.3(a)(iv)")


def due(
    session: Session, entry: EntryRow, paid: Paid, cause: Cause, act: Act
) -> RefundRow:
    """List what comes back, as the version that binds the entrant says."""
    terms = queries.terms_in(session.get_one(DocumentRow, entry.document_id))
    worked_out = refund(terms, paid, cause, act.now)
    row = RefundRow(
        entry_id=entry.pk,
        cause=cause,
        cents=worked_out.cents,
        why=worked_out.why[:400],
        rule_ids=[cite.id for cite in worked_out.cites],
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    return row


def pay(
    session: Session, tournament: TournamentRow, refund_id: int, how: str, act: Act
) -> RefundPaidRow | Refused:
    """Note that a refund was handed out, how, and once."""
    found = session.get(RefundRow, refund_id) if 0 < refund_id < 2**63 else None
    entry = (
        session.get(EntryRow, found.entry_id, with_for_update=True) if found else None
    )
    if found is None or entry is None or entry.tournament_id != tournament.pk:
        wrong = "There is no such refund."
        return _refused(session, tournament, Refusal(ONCE, wrong), act)
    if not how.strip() or len(how) > 200:
        wrong = "It is not said how the refund was handed out."
        right = "Write “cash”, the number of the transfer or who took it."
        return _refused(session, tournament, Refusal(ONCE, wrong, right, "how"), act)
    row = RefundPaidRow(
        refund_id=found.pk, how=fitted(how.strip(), 200), **steps.signed(act)
    )
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # handed out already, perhaps in this very moment
        wrong = f"The refund of entry {entry.number} was handed out already."
        return _refused(session, tournament, Refusal(ONCE, wrong), act)
    entry.refunded_cents += found.cents
    session.flush()
    after = {"entry": entry.number, "cents": found.cents, "how": row.how}
    rules = (REFUNDED, ONCE)
    steps.note(session, tournament, "pay refund", act, None, rules, {}, after)
    return row


def _refused(
    session: Session, tournament: TournamentRow, refusal: Refusal, act: Act
) -> Refused:
    refused = Refused((refusal,))
    steps.note(session, tournament, "pay refund", act, refused)
    return refused
