"""Calendar feeds: one secret address a person, made and taken back by themselves."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import or_, update
from sqlmodel import Session, col, select

from house import audit
from house.audit import Actor, Subject
from house.notices import kinds
from house.notices.models import CalendarFeedRow, DeadlineRow
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.sessions import Staff, fingerprint, roles_of
from rulebook import HOUSE

RULE = HOUSE.at("NOTICE-11")
BACK = timedelta(days=31)
AHEAD = timedelta(days=366)
MOST = 2_000


def of(session: Session, staff_id: int) -> CalendarFeedRow | None:
    """The address a person has given to a calendar, if it is still good."""
    mine = select(CalendarFeedRow).where(
        col(CalendarFeedRow.staff_id) == staff_id,
        col(CalendarFeedRow.revoked_at).is_(None),
    )
    return session.exec(mine.order_by(col(CalendarFeedRow.id).desc())).first()


def make(session: Session, staff: Staff, by: Actor, now: datetime) -> str:
    """A new secret address, told once; the one before it ends."""
    _revoke(session, staff.id, now)
    token = secrets.token_urlsafe(32)
    feed = CalendarFeedRow(
        staff_id=staff.id, token_sha256=fingerprint(token), made_at=now
    )
    session.add(feed)
    _record(session, staff, by, "make calendar address", now)
    return token


def take_back(session: Session, staff: Staff, by: Actor, now: datetime) -> bool:
    """End a person's calendar address; say whether there was one."""
    ended = _revoke(session, staff.id, now)
    if ended:
        _record(session, staff, by, "take calendar address back", now)
    return ended


def _revoke(session: Session, staff_id: int, now: datetime) -> bool:
    mine = update(CalendarFeedRow).where(
        col(CalendarFeedRow.staff_id) == staff_id,
        col(CalendarFeedRow.revoked_at).is_(None),
    )
    done = session.execute(mine.values(revoked_at=now))
    return bool(done.rowcount)  # type: ignore[attr-defined]


def _record(session: Session, staff: Staff, by: Actor, act: str, now: datetime) -> None:
    who = Subject("staff", str(staff.id), staff.name)
    audit.record(session, by, act, who, now=now, rules=(RULE,))


def owner(session: Session, token: str) -> tuple[StaffRow, frozenset[Role]] | None:
    """Whose calendar it is and what they may see, while they work here."""
    query = (
        select(StaffRow)
        .join(CalendarFeedRow, col(CalendarFeedRow.staff_id) == StaffRow.id)
        .where(
            CalendarFeedRow.token_sha256 == fingerprint(token),
            col(CalendarFeedRow.revoked_at).is_(None),
            col(StaffRow.left_at).is_(None),
        )
    )
    staff = session.exec(query).first()
    return (staff, roles_of(session, staff.pk)) if staff else None


def shown(
    session: Session, roles: frozenset[Role], now: datetime
) -> Sequence[DeadlineRow]:
    """What a calendar shows: all that is open, and the last month of what is over."""
    due = col(DeadlineRow.due_at)
    query = select(DeadlineRow).where(
        due < now + AHEAD,
        or_(
            due >= now - BACK,
            col(DeadlineRow.met_at).is_(None)
            & col(DeadlineRow.called_off_at).is_(None),
        ),
    )
    if (seen := kinds.seen_by(roles)) is not None:
        query = query.where(col(DeadlineRow.kind).in_(sorted(seen)))
    newest = query.order_by(due.desc(), col(DeadlineRow.id).desc())
    return session.exec(newest.limit(MOST)).all()[::-1]
