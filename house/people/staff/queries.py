"""Looking at the staff: lists, one person, and what still keeps somebody out."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from house.audit.models import AuditRow
from house.people.models import StaffRoleRow, StaffRow, StaffSessionRow
from house.people.roles import NEED_SECOND_FACTOR, Role, titles
from rulebook import HOUSE, Cited

PAGE = 100
UNUSED = Cited(timedelta(days=14), HOUSE.at("ACCESS-20"))


class State(StrEnum):
    """Whom a list shows."""

    WORKING = "working"
    LEFT = "left"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Search:
    """What a list of staff is narrowed down to."""

    words: str = ""
    role: Role | None = None
    state: State = State.WORKING
    page: int = 1


@dataclass(frozen=True, slots=True)
class ListedStaff:
    """One member of staff in a list."""

    row: StaffRow
    roles: frozenset[Role]
    seen_at: datetime | None

    @property
    def titles(self) -> str:
        """Every role held, as on a badge."""
        return titles(self.roles)

    @property
    def lacks_second_factor(self) -> bool:
        """Whether a role of theirs keeps the desk shut until they have one."""
        needs = bool(self.roles & NEED_SECOND_FACTOR)
        return needs and not self.row.left_at and self.row.totp_confirmed_at is None


def search(session: Session, wanted: Search) -> tuple[list[ListedStaff], int]:
    """One page of the staff that fit, by name, and how many fit in all."""
    query = _narrowed(select(StaffRow), wanted)
    total = session.exec(_narrowed(select(func.count(col(StaffRow.id))), wanted)).one()
    page = (
        query.order_by(func.lower(StaffRow.name), col(StaffRow.id))
        .offset((wanted.page - 1) * PAGE)
        .limit(PAGE)
    )
    return listed(session, session.exec(page).all()), total


def _narrowed(
    query: SelectOfScalar[StaffRow] | SelectOfScalar[int], wanted: Search
) -> SelectOfScalar[Any]:
    if wanted.state is not State.ALL:
        left = col(StaffRow.left_at)
        working = wanted.state is State.WORKING
        query = query.where(left.is_(None) if working else left.is_not(None))
    for word in wanted.words.split():
        query = query.where(
            or_(
                col(StaffRow.name).icontains(word, autoescape=True),
                col(StaffRow.username).icontains(word, autoescape=True),
            )
        )
    if wanted.role is not None:
        holders = select(StaffRoleRow.staff_id).where(
            StaffRoleRow.role == wanted.role, col(StaffRoleRow.revoked_at).is_(None)
        )
        query = query.where(col(StaffRow.id).in_(holders))
    return query


def listed(session: Session, rows: Iterable[StaffRow]) -> list[ListedStaff]:
    """These people with their roles and when they were last seen."""
    people = list(rows)
    ids = [row.pk for row in people]
    roles: defaultdict[int, set[Role]] = defaultdict(set)
    held = select(StaffRoleRow.staff_id, StaffRoleRow.role).where(
        col(StaffRoleRow.staff_id).in_(ids), col(StaffRoleRow.revoked_at).is_(None)
    )
    for staff_id, role in session.exec(held):
        roles[staff_id].add(Role(role))
    latest = func.max(StaffSessionRow.seen_at)
    seen_query = (
        select(StaffSessionRow.staff_id, latest)
        .where(col(StaffSessionRow.staff_id).in_(ids))
        .group_by(col(StaffSessionRow.staff_id))
    )
    seen = dict(session.exec(seen_query).all())
    return [
        ListedStaff(row, frozenset(roles[row.pk]), seen.get(row.pk)) for row in people
    ]


def without_second_factor(session: Session) -> list[ListedStaff]:
    """Working staff whose role needs a second factor and who have none."""
    holders = select(StaffRoleRow.staff_id).where(
        col(StaffRoleRow.role).in_(NEED_SECOND_FACTOR),
        col(StaffRoleRow.revoked_at).is_(None),
    )
    query = (
        select(StaffRow)
        .where(
            col(StaffRow.id).in_(holders),
            col(StaffRow.left_at).is_(None),
            col(StaffRow.totp_confirmed_at).is_(None),
        )
        .order_by(col(StaffRow.name))
    )
    return listed(session, session.exec(query).all())


def never_used(session: Session, now: datetime) -> list[StaffRow]:
    """Working staff whose one-time password lay unused for longer than allowed."""
    used = select(StaffSessionRow.staff_id)
    query = (
        select(StaffRow)
        .where(
            col(StaffRow.left_at).is_(None),
            col(StaffRow.must_change_password).is_(True),
            col(StaffRow.created_at) <= now - UNUSED.value,
            col(StaffRow.id).not_in(used),
        )
        .order_by(col(StaffRow.name))
    )
    return list(session.exec(query))


def history(session: Session, staff_id: int, most: int = 12) -> list[AuditRow]:
    """What the record says about somebody, the latest first."""
    query = (
        select(AuditRow)
        .where(AuditRow.subject_kind == "staff", AuditRow.subject_id == str(staff_id))
        .order_by(col(AuditRow.number).desc())
        .limit(most)
    )
    return list(session.exec(query))


def one(session: Session, staff_id: int) -> ListedStaff | None:
    """One member of staff, if there is one."""
    row = session.get(StaffRow, staff_id)
    return listed(session, [row])[0] if row else None


def names(session: Session, usernames: Iterable[str]) -> dict[str, str]:
    """What people are called, by the user names that rows keep."""
    query = select(StaffRow.username, StaffRow.name)
    found = session.exec(query.where(col(StaffRow.username).in_(set(usernames))))
    return dict(found.all())
