"""Who is nominated as scrutineer, and what binds somebody to a promotion."""

from collections.abc import Callable
from dataclasses import replace

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.staff.queries import listed
from promotions.models import PromotionRow, PromotionWriterRow, ScrutineerRow
from promotions.rules.facts import Nominee

DOCUMENT = "promotion.terms"  # what versions of the terms are kept as
Knows = Callable[[Session, PromotionRow, StaffRow, Nominee], Nominee]
_KNOWN: list[Knows] = []


def knows(about: Knows) -> Knows:
    """Let a room add what it knows: tickets, relatives, who holds the draw."""
    _KNOWN.append(about)
    return about


def nominated(session: Session, row: PromotionRow) -> Nominee | None:
    """The scrutineer as nominated, with everything that stands against it now."""
    newest = current(session, row)
    if newest is None:
        return None
    return weighed(session, row, session.get_one(StaffRow, newest.staff_id))


def current(session: Session, row: PromotionRow) -> ScrutineerRow | None:
    """The nomination that holds."""
    mine = select(ScrutineerRow).where(col(ScrutineerRow.promotion_id) == row.pk)
    newest = session.exec(mine.order_by(col(ScrutineerRow.id).desc())).first()
    return newest if newest and newest.nominated else None


def weighed(session: Session, row: PromotionRow, staff: StaffRow) -> Nominee:
    """Somebody on the staff, and what binds them to the promotion."""
    roles = listed(session, [staff])[0].roles
    working = staff.left_at is None
    nominee = Nominee(
        username=staff.username,
        name=staff.name,
        has_role=working and Role.SCRUTINEER in roles,
        wrote=staff.username in _wrote(session, row),
        approved=staff.username in _approved(session, row),
    )
    for about in _KNOWN:
        nominee = about(session, row, staff, replace(nominee))
    return nominee


def makers(session: Session, row: PromotionRow) -> frozenset[str]:
    """Everybody who began, wrote or approved a promotion, by username."""
    return _wrote(session, row) | _approved(session, row)


def _wrote(session: Session, row: PromotionRow) -> frozenset[str]:
    """Whoever began it or wrote on any of its versions."""
    mine = select(PromotionWriterRow.by).where(
        col(PromotionWriterRow.promotion_id) == row.pk
    )
    return frozenset({row.created_by, *session.exec(mine)})


def _approved(session: Session, row: PromotionRow) -> frozenset[str]:
    """Whoever approved any of its versions."""
    mine = select(DocumentRow.published_by).where(
        col(DocumentRow.kind) == DOCUMENT, col(DocumentRow.subject_id) == row.pk
    )
    return frozenset(session.exec(mine))
