"""What the record says about a rule."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from house.audit.models import AuditRow, AuditRuleRow, Verdict
from house.venue import Venue


@dataclass(frozen=True, slots=True)
class OnRecord:
    """How often a rule let something pass and how often it stood in the way."""

    done: int
    refused: int

    @property
    def total(self) -> int:
        """Every time the rule was cited."""
        return self.done + self.refused


def cited_since(session: Session, rule_id: str, since: datetime) -> OnRecord:
    """Count the entries of the record that rest on a rule, from an instant on."""
    counted = (
        select(col(AuditRow.verdict), func.count())
        .join(AuditRuleRow, col(AuditRuleRow.number) == col(AuditRow.number))
        .where(col(AuditRuleRow.rule_id) == rule_id, col(AuditRow.at) >= since)
        .group_by(col(AuditRow.verdict))
    )
    by_verdict = dict(map(tuple, session.execute(counted)))
    return OnRecord(by_verdict.get(Verdict.DONE, 0), by_verdict.get(Verdict.REFUSED, 0))


def year_begins(venue: Venue, at: datetime) -> datetime:
    """The first instant of the venue's year."""
    return venue.day_begins(venue.local(at).replace(month=1, day=1))
