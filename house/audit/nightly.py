"""Verify the whole record every night, and say on the record how it went."""

from datetime import datetime, time, timedelta

import structlog
from sqlmodel import Session, col, select

from house.audit.models import AuditRow
from house.audit.record import SYSTEM, Subject, record
from house.audit.verification import Finding, verify
from house.notices import deadlines
from house.notices.daily import next_at
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.venue import Venue
from house.web.request import venue
from rulebook import HOUSE, Cited

log = structlog.get_logger()
KIND = "record.verify"
ACT = "verify the record"
RECORD = Subject("record", "0", "The record")
NIGHTLY = Cited(time(4, 0), HOUSE.at("RECORD-5"))
STALE = Cited(timedelta(hours=26), HOUSE.at("RECORD-6"))


def plan_next(session: Session, house: Venue, after: datetime) -> None:
    """Plan the next night's verification; planning it twice is planning it once."""
    ask(session, next_at(house, NIGHTLY.value, after))


def ask(session: Session, due_at: datetime) -> None:
    """Have the whole record verified at this instant."""
    deadlines.plan(
        session,
        KIND,
        key=f"{KIND}:{due_at:%Y-%m-%dT%H:%M:%SZ}",
        subject=RECORD,
        title="Verify the whole record",
        due_at=due_at,
        cite=NIGHTLY.cite,
    )


@deadlines.on_studied(KIND)
def verify_record(session: Session, _deadline: DeadlineRow) -> Effect:
    """Read the whole record without holding anybody up; then note how it stands."""
    finding = verify(session)

    def note(writing: Session, deadline: DeadlineRow) -> None:
        at = deadline.fired_at or deadline.due_at
        note_finding(writing, finding, at)
        plan_next(writing, venue(), at)

    return note


def note_finding(session: Session, finding: Finding, at: datetime) -> None:
    """Write down how far the record holds, on the record and in the log."""
    after: dict[str, object] = {
        "holds": finding.holds,
        "entries": finding.head.number,
        "head": finding.head.hash,
    }
    if finding.broken:
        after |= {"first_bad": finding.broken.number, "why": finding.broken.why}
        log.error("the record does not hold", **after)
    else:
        # The log is kept elsewhere: what it says here is an anchor for later.
        log.info("the record holds", **after)
    rules = [NIGHTLY.cite, *([finding.broken.cite] if finding.broken else [])]
    record(session, SYSTEM, ACT, RECORD, now=at, rules=rules, after=after)


def last_verification(session: Session) -> AuditRow | None:
    """The newest entry that says how a verification of the whole record went."""
    query = select(AuditRow).where(AuditRow.act == ACT, AuditRow.actor == SYSTEM.id)
    return session.exec(query.order_by(col(AuditRow.number).desc()).limit(1)).first()
