"""The report of a month: every single item over $1,000 that became known in it."""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from game.payments import RECIPIENT, REPORTED_OVER, MonthEndReport, month_end_report
from house import audit
from house.audit import SYSTEM, Subject
from house.notices import deadlines, duties, kinds
from house.notices import services as notices
from house.notices.daily import midnight
from house.notices.models import DeadlineRow, NoticeRow
from house.payments import queries
from house.payments.rules import Case
from house.people.roles import Role
from house.venue import Venue
from house.web.request import venue
from rulebook import HOUSE, STAR4

KIND = "payments.month-end"
MONTHLY = STAR4.at("11.15.2:monthly")
SENT_BY = HOUSE.at("PAY-4")
NONE = HOUSE.at("PAY-5")
LATE_ENTRY = HOUSE.at("PAY-6")
kinds.describe(KIND, "The month’s payments are reported", Role.DEPUTY, Role.CASHIER)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of the venue's calendar."""

    year: int
    number: int

    @classmethod
    def of(cls, house: Venue, instant: datetime) -> "Month":
        """The month an instant lies in at the venue."""
        local = house.local(instant)
        return cls(local.year, local.month)

    def begins(self, house: Venue) -> datetime:
        """The first instant of the month at the venue."""
        return midnight(house, date(self.year, self.number, 1))

    def ends(self, house: Venue) -> datetime:
        """The first instant after the month at the venue."""
        days = monthrange(self.year, self.number)[1]
        return midnight(house, date(self.year, self.number, 1) + timedelta(days=days))

    @property
    def key(self) -> str:
        """The month as its deadline and its report are known by."""
        return f"{KIND}:{self.year:04}-{self.number:02}"

    @property
    def name(self) -> str:
        """November 2026."""
        return f"{date(self.year, self.number, 1):%B %Y}"

    @property
    def id(self) -> int:
        """The month as one number: 202611."""
        return self.year * 100 + self.number

    @classmethod
    def numbered(cls, id_: int) -> "Month":
        """The month of that number."""
        return cls(id_ // 100, id_ % 100)


def plan_next(session: Session, house: Venue, after: datetime) -> None:
    """Plan the report of the month this instant lies in; twice is once."""
    month = Month.of(house, after)
    deadlines.plan(
        session,
        KIND,
        key=month.key,
        subject=Subject("month", str(month.id), month.name),
        title=f"Draft the payments report of {month.name}",
        due_at=month.ends(house),
        cite=MONTHLY,
    )


@deadlines.on(KIND)
def month_ends(session: Session, deadline: DeadlineRow) -> None:
    """Draft the report of the month that just ended, and plan the next one."""
    house = venue()
    month = Month.numbered(deadline.subject_id)
    cases = queries.known_between(session, month.begins(house), month.ends(house))
    if listed := over_the_line(cases, house, month):
        draft(session, month, listed, house, deadline.due_at, key=month.key)
    else:
        _note_none(session, month, deadline.due_at)
    # From its own time, not from now: months that were slept through come one by one.
    plan_next(session, house, deadline.due_at)


def over_the_line(
    cases: Iterable[Case], house: Venue, month: Month
) -> tuple[Case, ...]:
    """Those of the cases that the rules have reported for the month."""
    by_difference = [(case.difference(house), case) for case in cases]
    report: MonthEndReport = month_end_report(
        (difference for difference, _ in by_difference), month.year, month.number
    )
    named = {id(difference) for difference in report.items}
    return tuple(case for difference, case in by_difference if id(difference) in named)


def draft(  # noqa: PLR0913
    session: Session,
    month: Month,
    cases: Iterable[Case],
    house: Venue,
    now: datetime,
    *,
    key: str,
    adds_to: NoticeRow | None = None,
) -> NoticeRow:
    """Draft a report to the regulator; it is sent by the end of the next day."""
    adds = f"{month.name} (notice {adds_to.pk})" if adds_to else ""
    facts: dict[str, Any] = {
        "house": house.name,
        "to": RECIPIENT.value,
        "month": month.name,
        "over": REPORTED_OVER.value,
        "adds_to": adds,
        "items": [as_facts(case, house) for case in cases],
    }
    day = house.local(now).date()
    first = house.local(month.ends(house)).date()
    return notices.draft(
        session,
        KIND,
        about=Subject("month", str(month.id), month.name),
        facts=facts,
        cite=MONTHLY,
        now=now,
        due_at=duties.end_of(house, max(day, first)),
        key=key,
        corrects=adds_to,
        under=(SENT_BY,) if key == month.key else (SENT_BY, LATE_ENTRY),
    )


def as_facts(case: Case, house: Venue) -> dict[str, Any]:
    """A case as a letter tells it."""
    item = case.item
    closed = case.closed
    return {
        "number": item.pk,
        "way": "Overpaid" if item.over_cents > 0 else "Underpaid",
        "way_noun": "overpayment" if item.over_cents > 0 else "underpayment",
        "difference": abs(item.over_cents),
        "paid": item.paid_cents,
        "due": item.due_cents,
        "table": item.table_number,
        "happened": house.long(item.happened_at),
        "known": house.long(item.known_at),
        "intent": case.intent.value,
        "note": item.note,
        "standing": f"Closed: {closed.outcome}." if closed else "Not closed yet.",
    }


def _note_none(session: Session, month: Month, at: datetime) -> None:
    audit.record(
        session,
        SYSTEM,
        "no payments to report",
        Subject("month", str(month.id), month.name),
        now=at,
        rules=(NONE, MONTHLY),
    )


def add_late(session: Session, case: Case, house: Venue, now: datetime) -> None:
    """Report at once what was entered after the report of its month."""
    month = Month.of(house, case.item.known_at)
    if not over_the_line([case], house, month):
        return
    # Whoever drafts the report holds this row: it is drafted before us or after.
    row = session.exec(
        select(DeadlineRow).where(col(DeadlineRow.key) == month.key).with_for_update()
    ).first()
    drafted = row.met_at is not None if row else month.ends(house) <= now
    if drafted:
        report = session.exec(
            select(NoticeRow).where(col(NoticeRow.key) == month.key)
        ).first()
        key = f"{month.key}:item-{case.item.pk}"
        draft(session, month, [case], house, now, key=key, adds_to=report)


def report_of(session: Session, case: Case, house: Venue) -> NoticeRow | None:
    """The sent report that lists this case, if there is one."""
    month = Month.of(house, case.item.known_at)
    if not over_the_line([case], house, month):
        return None
    keys = [month.key, f"{month.key}:item-{case.item.pk}"]
    query = select(NoticeRow).where(
        col(NoticeRow.key).in_(keys), col(NoticeRow.sent_at).is_not(None)
    )
    lists = (n for n in session.exec(query) if f"Entry {case.item.pk} of" in n.body)
    return next(lists, None)
