"""Steps of a promotion: the same guards answer the page, the act and the record."""

from collections.abc import Iterable
from typing import Any

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act, record, signed
from promotions import queries
from promotions.models import PromotionRow, PromotionStepRow
from promotions.rules.facts import Facts
from promotions.rules.lifecycle import Action, Status, transition
from rulebook import Cite, Refusal, Refused
from rulebook.terms.path import together

__all__ = ["signed"]


def facts_of(session: Session, row: PromotionRow, act: Act, reason: str = "") -> Facts:
    """What the gates ask, whoever acts."""
    return queries.facts_of(session, row, act.now, by=act.by, reason=reason)


def take(  # noqa: PLR0913
    session: Session,
    row: PromotionRow,
    action: Action,
    act: Act,
    *,
    reason: str = "",
    besides: tuple[Refusal, ...] = (),
) -> Status | Refused:
    """Take a step, or say every reason against it; either way on the record."""
    facts, was = facts_of(session, row, act, reason), row.status
    verdict = together(transition(was, action, facts), *besides)
    if not isinstance(verdict, Refused):
        note_step(session, row, action, verdict, act, reason)
    after = {"status": row.status.value, "reason": reason}
    note(session, row, action.value, act, verdict, (), {"status": was.value}, after)
    return verdict


def note_step(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    action: Action,
    becomes: Status,
    act: Act,
    reason: str = "",
) -> None:
    """Move the promotion on, and keep who did it and why."""
    step = PromotionStepRow(
        promotion_id=row.pk,
        action=action,
        was=row.status,
        becomes=becomes,
        reason=fitted(reason, 400),
        **signed(act),
    )
    session.add(step)
    row.status = becomes
    session.flush()


def note(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    name: str,
    act: Act,
    verdict: object = None,
    rules: tuple[Cite, ...] = (),
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Write down what was done for a promotion, or refused."""
    about = queries.subject(row)
    record(session, act, name, about, verdict, rules=rules, before=before, after=after)


def refused(
    session: Session,
    row: PromotionRow,
    name: str,
    reasons: Iterable[Refusal],
    act: Act,
) -> Refused:
    """Say no with every reason, and put it on the record."""
    verdict = Refused(tuple(reasons))
    note(session, row, name, act, verdict)
    return verdict
