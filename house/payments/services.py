"""Entering over- and underpayments, adding what was tried, closing them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from game.payments import RECIPIENT, Intent, Step
from house import audit
from house.audit import Subject
from house.floor.tables.services import get as table_numbered
from house.notices import services as notices
from house.notices.models import NoticeRow
from house.payments import month_end, queries, rules, tasks
from house.payments.acts import Act
from house.payments.models import Outcome, PaymentEvent, PaymentEventRow, PaymentRow
from house.payments.rules import APPENDED, ENTRY, Case, Entry
from house.people.patrons.models import PatronRow
from house.venue import Venue
from rulebook import STAR4, Refusal, Refused

ATTENTION = STAR4.at("11.13.2")


def enter(session: Session, entry: Entry, act: Act) -> Case | Refused:
    """Enter an over- or underpayment, and plan what must be tried about it."""
    refusals = [*rules.check_entry(entry, act.now), *_known(session, entry)]
    refused = Refused(tuple(refusals)) if refusals else None
    case = None if refused else _insert(session, entry, act)
    about = tasks.subject(case) if case else Subject("payment", "new")
    _record(session, act, "enter payment", about, refused, _plain(entry))
    if case is None:
        return refused or Refused(())
    tasks.keep(session, case, act.venue, act.by, act.now)
    month_end.add_late(session, case, act.venue, act.now)
    return case


def _known(session: Session, entry: Entry) -> Iterable[Refusal]:
    number = entry.table_number
    if number is not None and table_numbered(session, number) is None:
        wrong = f"There is no table {number}."
        yield Refusal(ENTRY, wrong, "Leave it empty if it was no table.", "table")


def _insert(session: Session, entry: Entry, act: Act) -> Case:
    row = PaymentRow(
        kind=entry.kind,
        table_number=entry.table_number,
        patron_id=entry.patron_id,
        due_cents=entry.due_cents,
        paid_cents=entry.paid_cents,
        happened_at=entry.happened_at,
        known_at=entry.known_at,
        intent=entry.intent,
        note=entry.note[:400],
        entered_at=act.now,
        entered_by=act.by.id,
    )
    session.add(row)
    session.flush()
    return Case(row, ())


def _plain(entry: Entry) -> dict[str, Any]:
    return {
        "kind": entry.kind.value,
        "paid_cents": min(entry.paid_cents, rules.MOST_CENTS + 1),
        "due_cents": min(entry.due_cents, rules.MOST_CENTS + 1),
        "happened": entry.happened_at.astimezone(UTC),
        "known": entry.known_at.astimezone(UTC),
        "intent": entry.intent.value,
        "table": entry.table_number,
        "patron": entry.patron_id,
        "note": entry.note[:400],
    }


@dataclass(frozen=True, slots=True)
class Attempt:
    """A step taken: which, when, what came of it, and whom it found."""

    step: Step
    note: str
    at: datetime
    patron: PatronRow | None = None


def attempt(session: Session, case: Case, tried: Attempt, act: Act) -> Case | Refused:
    """Add a step that was taken."""
    told = sent_notice(session, case, act.venue) is not None
    found = tried.patron is not None
    refusals = (
        *rules.still_open(case),
        *rules.said(tried.note),
        *rules.in_time(case, tried.at, act.now),
        *rules.check_step(case, tried.step, found=found, told=told),
    )
    event = _event(case, PaymentEvent.STEP, tried.note, act)
    event.step, event.at = tried.step.name, tried.at
    event.patron_id = tried.patron.pk if tried.patron else None
    return _append(session, case, event, refusals, act, f"log: {tried.step.name}")


def find_intent(
    session: Session, case: Case, intent: Intent, note: str, act: Act
) -> Case | Refused:
    """Add what was found out about whether it was meant."""
    refusals = (*rules.still_open(case), *rules.said(note))
    event = _event(case, PaymentEvent.FINDING, note, act)
    event.intent = intent
    return _append(session, case, event, refusals, act, "find intent of payment")


def close(
    session: Session, case: Case, outcome: Outcome, note: str, act: Act
) -> Case | Refused:
    """Close the case as no breach or as a breach; nothing is added afterwards."""
    refusals = (
        *rules.still_open(case),
        *rules.said(note),
        *rules.check_close(case, outcome, act.venue),
    )
    event = _event(case, PaymentEvent.CLOSED, note, act)
    event.outcome = outcome
    return _append(session, case, event, refusals, act, "close payment")


def _event(case: Case, what: PaymentEvent, note: str, act: Act) -> PaymentEventRow:
    return PaymentEventRow(
        payment_id=case.item.pk,
        happened=what,
        note=note.strip()[:400],
        at=act.now,
        entered_at=act.now,
        by=act.by.id,
        by_name=act.by.name[:120],
    )


def _append(  # noqa: PLR0913, PLR0917
    session: Session,
    case: Case,
    event: PaymentEventRow,
    refusals: tuple[Refusal, ...],
    act: Act,
    name: str,
) -> Case | Refused:
    refused = Refused(refusals) if refusals else None
    after = {
        "note": event.note,
        "at": event.at.astimezone(UTC),
        "intent": event.intent.value if event.intent else "",
        "outcome": event.outcome.value if event.outcome else "",
        "patron": event.patron_id,
    }
    if refused is None:
        session.add(event)
        session.flush()
    _record(session, act, name, tasks.subject(case), refused, after)
    if refused is not None:
        return refused
    now_stands = Case(case.item, [*case.events, event])
    tasks.keep(session, now_stands, act.venue, act.by, act.now)
    return now_stands


def tell_regulator(session: Session, case: Case, act: Act) -> NoticeRow:
    """Draft the notice that brings the case to the regulator's attention."""
    facts = {
        "house": act.venue.name,
        "to": RECIPIENT.value,
        "item": month_end.as_facts(case, act.venue),
    }
    return notices.draft(
        session,
        "payments.reported",
        about=tasks.subject(case),
        facts=facts,
        cite=ATTENTION,
        now=act.now,
        by=act.by,
        key=f"payments.reported:{case.item.pk}",
    )


def sent_notice(session: Session, case: Case, venue: Venue) -> NoticeRow | None:
    """The sent notice that brought the case to the regulator's attention."""
    direct = queries.notices_about(session, case)
    sent = next((notice for notice in direct if notice.sent_at), None)
    return sent or month_end.report_of(session, case, venue)


def _record(  # noqa: PLR0913, PLR0917
    session: Session,
    act: Act,
    name: str,
    about: Subject,
    refused: Refused | None,
    after: dict[str, Any],
) -> None:
    audit.record(
        session,
        act.by,
        name,
        about,
        now=act.now,
        verdict=refused,
        rules=(APPENDED,),
        after=after,
    )
