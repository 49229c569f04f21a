"""Starting: by itself at the instant the terms name, or by hand once it may."""

from sqlmodel import Session

from house.floor.acts import Act, by_itself
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from promotions import queries
from promotions.freezing import closing
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.lifecycle import Action, Status
from rulebook import HOUSE, Cite, Refused

STARTS = "promotion.starts"
BY_ITSELF: Cite = HOUSE.at("PROMOTION-22")
kinds.describe(STARTS, "A promotion starts", Role.MARKETING)


def key(row: PromotionRow) -> str:
    """What tells this start from every other, also of the same promotion."""
    assert row.starts_at is not None
    return f"{STARTS}:{row.pk}:{row.document_id}"


def plan(session: Session, row: PromotionRow) -> None:
    """Let the promotion start by itself at its time."""
    if row.starts_at is None:
        return
    deadlines.plan(
        session,
        STARTS,
        key=key(row),
        subject=queries.subject(row),
        title=f"{row.name} starts",
        due_at=row.starts_at,
        cite=BY_ITSELF,
    )


def call_off(session: Session, row: PromotionRow, act: Act) -> bool:
    """The start that was planned no longer applies."""
    if row.starts_at is None or row.document_id is None:
        return False
    return deadlines.call_off(session, key(row), now=act.now)


@deadlines.on(STARTS)
def start_by_itself(session: Session, deadline: DeadlineRow) -> None:
    """Start as of the planned instant, however late the tick; or say why not."""
    row = session.get(PromotionRow, deadline.subject_id, with_for_update=True)
    if row is not None and row.status is Status.LODGED:
        _start(session, row, by_itself(deadline.due_at))


def start(session: Session, row: PromotionRow, act: Act) -> Status | Refused:
    """Start by hand, once nothing is in the way any more."""
    verdict = _start(session, row, act)
    if not isinstance(verdict, Refused):
        call_off(session, row, act)
    return verdict


def _start(session: Session, row: PromotionRow, act: Act) -> Status | Refused:
    """From the start on, entries close by themselves."""
    verdict = steps.take(session, row, Action.START, act)
    if not isinstance(verdict, Refused):
        closing.plan(session, row, act)
    return verdict
