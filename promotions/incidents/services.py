"""Putting a doubt on file, and writing down that the draw was validated."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions import duties, queries
from promotions.incidents.models import IncidentRow, ValidationRow
from promotions.incidents.queries import Incident
from promotions.models import PromotionRow
from promotions.path import ending, steps
from promotions.rules.gates import Decision, Doubt
from promotions.rules.lifecycle import Status
from rulebook import HOUSE, Cite, Refusal, Refused

ANOTHER: Cite = HOUSE.at("PROMOTION-70")
WITH_A_DRAW = (Status.RUNNING, Status.CLOSED, Status.DRAWN, Status.POSTPONED)
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Finding:
    """What somebody found about a draw, when, and what becomes of it."""

    found_at: datetime
    found_by: str
    what: str
    decision: Decision


def report(
    session: Session, row: PromotionRow, found: Finding, act: Act
) -> IncidentRow | Refused:
    """Put a doubt on file: the draw waits or is cancelled, and inspectors are told."""
    run = queries.as_run(row, queries.terms_of(session, row))
    if reasons := tuple(_against(row, found)):
        return steps.refused(session, row, "doubt draw", reasons, act)
    doubt = Doubt(found.found_at, found.what, found.decision)
    notice = duties.doubt(session, run, doubt, act)
    if isinstance(notice, Refused):
        return notice
    incident = IncidentRow(
        promotion_id=row.pk,
        notice_id=notice.pk,
        found_at=found.found_at,
        found_by=fitted(found.found_by.strip(), 120),
        what=fitted(found.what.strip(), LONGEST),
        decision=found.decision,
        **steps.signed(act),
    )
    session.add(incident)
    session.flush()
    _stop(session, row, incident, act)
    return incident


def _stop(session: Session, row: PromotionRow, found: IncidentRow, act: Act) -> None:
    """What is decided takes effect at once; a held draw keeps its result."""
    reason = fitted(f"The integrity of the draw is in doubt: {found.what}", 400)
    if found.decision is Decision.CANCELLED:
        ending.cancel(session, row, reason, act)
    elif row.status in {Status.RUNNING, Status.CLOSED}:
        ending.postpone(session, row, reason, act)


def _against(row: PromotionRow, found: Finding) -> Iterator[Refusal]:
    if row.status not in WITH_A_DRAW:
        wrong = f"The promotion is {row.status.words.lower()}."
        right = "A doubt is about a draw that is to come or was held."
        yield Refusal(ANOTHER, wrong, right)
    if not found.found_by.strip():
        wrong = "It is not said who found it."
        yield Refusal(ANOTHER, wrong, "Name them.", "found_by")
    if len(found.what.strip()) > LONGEST:
        wrong = f"What was found has {len(found.what.strip()):,} characters."
        yield Refusal(ANOTHER, wrong, f"Say it in {LONGEST:,}.", "what")


def validate(
    session: Session, row: PromotionRow, incident: Incident, how: str, act: Act
) -> ValidationRow | Refused:
    """Write down how the draw was validated; never by whoever put the doubt on file."""
    if reasons := tuple(against_validating(incident, act, how)):
        return steps.refused(session, row, "validate draw", reasons, act)
    made = ValidationRow(
        incident_id=incident.row.pk,
        how=fitted(how.strip(), LONGEST),
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    after = {"incident": incident.row.pk, "how": made.how}
    steps.note(session, row, "validate draw", act, None, (ANOTHER,), None, after)
    return made


def against_validating(
    incident: Incident, act: Act, how: str = "-"
) -> Iterator[Refusal]:
    """Why this person cannot validate the draw: the button asks the same."""
    if not incident.is_open:
        wrong = "This doubt is no longer open."
        yield Refusal(ANOTHER, wrong, "It stays as it was decided.")
    if act.by.id == incident.row.by:
        wrong = "You put this doubt on file."
        yield Refusal(ANOTHER, wrong, "Somebody else validates the draw.")
    if not 0 < len(how.strip()) <= LONGEST:
        wrong = "It is not written how the integrity of the draw was validated."
        right = f"Write what was checked, in up to {LONGEST:,} characters."
        yield Refusal(ANOTHER, wrong, right, "how")
