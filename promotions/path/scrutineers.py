"""Nominating the scrutineer: somebody whom nothing binds to the promotion."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from promotions import nominees
from promotions.models import PromotionRow, ScrutineerRow
from promotions.path import steps
from promotions.rules import scrutineer as rules
from promotions.rules.facts import Nominee
from promotions.rules.lifecycle import Status
from rulebook import Refusal, Refused

TIME = (
    Status.APPROVED,
    Status.LODGED,
    Status.RUNNING,
    Status.CLOSED,
    Status.DRAWN,  # a prize that fell vacant may need another one
    Status.POSTPONED,
)


def candidates(session: Session, row: PromotionRow) -> Sequence[Nominee]:
    """Everybody with the role, each with what stands against them."""
    holds = select(StaffRoleRow.staff_id).where(
        col(StaffRoleRow.role) == Role.SCRUTINEER,
        col(StaffRoleRow.revoked_at).is_(None),
    )
    query = select(StaffRow).where(
        col(StaffRow.id).in_(holds), col(StaffRow.left_at).is_(None)
    )
    every = session.exec(query.order_by(col(StaffRow.name)))
    return [nominees.weighed(session, row, staff) for staff in every]


def nominate(
    session: Session, row: PromotionRow, username: str, act: Act
) -> ScrutineerRow | Refused:
    """Nominate somebody, or say everything that binds them to the promotion."""
    mine = select(StaffRow).where(col(StaffRow.username) == username)
    staff = session.exec(mine).first()
    reasons = [*_time(row)]
    if staff is None:
        wrong = "Nobody of that name works here."
        reasons.append(Refusal(rules.INDEPENDENT, wrong, "Choose somebody.", "staff"))
    else:
        reasons += rules.check(nominees.weighed(session, row, staff))
    if reasons or staff is None:
        return _refused(session, row, tuple(reasons), act)
    named = _row(row, staff, "", act, nominated=True)
    session.add(named)
    session.flush()
    after = {"scrutineer": staff.username}
    cites = (rules.INDEPENDENT,)
    steps.note(session, row, "nominate scrutineer", act, None, cites, None, after)
    return named


def withdraw(
    session: Session, row: PromotionRow, reason: str, act: Act
) -> ScrutineerRow | Refused:
    """End a nomination, with the reason."""
    current = nominees.current(session, row)
    reasons = []
    if current is None:
        wrong = "Nobody is nominated."
        reasons.append(Refusal(rules.INDEPENDENT, wrong, "Nominate somebody."))
    if not reason.strip():
        wrong = "No reason is given."
        reasons.append(Refusal(rules.INDEPENDENT, wrong, "Write it down.", "reason"))
    if reasons or current is None:
        return _refused(session, row, tuple(reasons), act)
    staff = session.get_one(StaffRow, current.staff_id)
    ended = _row(row, staff, reason.strip(), act, nominated=False)
    session.add(ended)
    session.flush()
    before, after = {"scrutineer": staff.username}, {"reason": ended.reason}
    cites = (rules.INDEPENDENT,)
    steps.note(session, row, "withdraw scrutineer", act, None, cites, before, after)
    return ended


def _time(row: PromotionRow) -> Sequence[Refusal]:
    if row.status in TIME:
        return ()
    wrong = f"The promotion is {row.status.words.lower()}."
    right = "A scrutineer is nominated from approval on, until all is drawn."
    return (Refusal(rules.INDEPENDENT, wrong, right),)


def _row(
    row: PromotionRow, staff: StaffRow, reason: str, act: Act, *, nominated: bool
) -> ScrutineerRow:
    return ScrutineerRow(
        promotion_id=row.pk,
        staff_id=staff.pk,
        nominated=nominated,
        reason=fitted(reason, 400),
        **steps.signed(act),
    )


def _refused(
    session: Session, row: PromotionRow, reasons: tuple[Refusal, ...], act: Act
) -> Refused:
    refused = Refused(reasons)
    steps.note(session, row, "nominate scrutineer", act, refused)
    return refused
