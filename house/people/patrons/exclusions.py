"""Excluding a patron and lifting an exclusion, each on the record."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from house import audit
from house.audit import SYSTEM, Subject
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.people.patrons.exclusion_rules import (
    LAPSE,
    LENGTH,
    LIFT,
    Grounds,
    check_length,
    check_lift,
)
from house.people.patrons.models import ExcludedBy, ExclusionRow, PatronRow
from house.people.patrons.rules import tidy_text
from house.people.patrons.services import Moment, live, subject
from rulebook import Refused

ENDS = "exclusion.ends"


@dataclass(frozen=True, slots=True)
class Exclude:
    """Who excludes a patron, why, from when and until when."""

    by: ExcludedBy
    reason: str
    from_at: datetime
    until_at: datetime | None = None

    def plain(self) -> dict[str, Any]:
        """The exclusion as the record keeps it."""
        return {
            "by": self.by.value,
            "reason": self.reason,
            "from": self.from_at.astimezone(UTC).isoformat(),
            "until": self.until_at.astimezone(UTC).isoformat() if self.until_at else "",
        }


def exclude(
    session: Session, patron: PatronRow, command: Exclude, moment: Moment
) -> ExclusionRow | Refused:
    """Exclude a patron for a time or until it is lifted."""
    reason = tidy_text(command.reason)[:400]
    refusals = (
        *live(patron),
        *check_length(reason, command.from_at, command.until_at),
    )
    refused = Refused(refusals) if refusals else None
    audit.record(
        session,
        moment.by,
        "exclude patron",
        subject(patron),
        now=moment.now,
        verdict=refused,
        rules=(LENGTH,),
        after=command.plain(),
    )
    if refused:
        return refused
    row = ExclusionRow(
        patron_id=patron.pk,
        by=command.by,
        reason=reason,
        from_at=command.from_at,
        until_at=command.until_at,
        recorded_by=moment.by.id,
    )
    session.add(row)
    session.flush()
    _plan_end(session, patron, row)
    return row


def _plan_end(session: Session, patron: PatronRow, row: ExclusionRow) -> None:
    if row.until_at is not None:
        deadlines.plan(
            session,
            ENDS,
            key=_key(row),
            subject=Subject("exclusion", str(row.pk)),
            title=f"The exclusion of {patron.name} ends",
            due_at=row.until_at,
            cite=LAPSE,
        )


def _key(row: ExclusionRow) -> str:
    return f"{ENDS}:{row.pk}"


@deadlines.on(ENDS)
def lapse(session: Session, deadline: DeadlineRow) -> None:
    """Say on the record that an exclusion ended, as of that very instant."""
    exclusion = session.get_one(ExclusionRow, deadline.subject_id)
    patron = session.get_one(PatronRow, exclusion.patron_id)
    audit.record(
        session,
        SYSTEM,
        "exclusion ends",
        subject(patron),
        now=deadline.due_at,
        rules=(LAPSE,),
        before={"exclusion": exclusion.pk, "reason": exclusion.reason},
    )


def lift(
    session: Session,
    patron: PatronRow,
    exclusion: ExclusionRow,
    grounds: Grounds,
    moment: Moment,
) -> ExclusionRow | Refused:
    """Let a patron come back; the exclusion stays on file."""
    reason, letter = tidy_text(grounds.why)[:400], tidy_text(grounds.reference)[:80]
    refusals = tuple(check_lift(exclusion, Grounds(reason, letter), moment.now))
    refused = Refused(refusals) if refusals else None
    if not refused:
        exclusion.lifted_at = moment.now
        exclusion.lifted_by = moment.by.id
        exclusion.lifted_why = reason
        deadlines.call_off(session, _key(exclusion), now=moment.now)
    audit.record(
        session,
        moment.by,
        "lift exclusion",
        subject(patron),
        now=moment.now,
        verdict=refused,
        rules=(LIFT,),
        before={"exclusion": exclusion.pk, "reason": exclusion.reason},
        after={"why": reason, "reference": letter},
    )
    return refused or exclusion
