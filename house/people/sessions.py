"""Signed-in browsers: kept in the database, limited in time, revocable at once."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import bindparam, func, update
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.config import Config
from house.people.models import StaffRoleRow, StaffRow, StaffSessionRow
from house.people.roles import NEED_SECOND_FACTOR, Role, titles
from rulebook import HOUSE, Cited

SEEN_EVERY = timedelta(minutes=1)
SIGNED_OUT = HOUSE.at("ACCESS-3")
# From the password to the second factor.
HALF_IN = Cited(timedelta(minutes=10), HOUSE.at("ACCESS-18"))
# Every request asks these: they are put together once.
_HELD = (
    sa_select(func.aggregate_strings(col(StaffRoleRow.role), ","))
    .where(
        col(StaffRoleRow.staff_id) == StaffRow.id,
        col(StaffRoleRow.revoked_at).is_(None),
    )
    .scalar_subquery()
)
_HOLDER = (
    sa_select(StaffSessionRow, StaffRow, _HELD)
    .join(StaffRow, col(StaffRow.id) == StaffSessionRow.staff_id)
    .where(col(StaffSessionRow.token_sha256) == bindparam("token"))
)
_ROLES = select(StaffRoleRow.role).where(
    col(StaffRoleRow.staff_id) == bindparam("staff"),
    col(StaffRoleRow.revoked_at).is_(None),
)


class Hurdle(StrEnum):
    """What still stands between a password and the desk."""

    SECOND_FACTOR = "second factor"
    ENROL = "enrol"
    PASSWORD = "password"  # noqa: S105


@dataclass(frozen=True, slots=True)
class Staff:
    """The member of staff behind a request."""

    id: int
    username: str
    name: str
    roles: frozenset[Role]
    session_id: int
    hurdle: Hurdle | None
    stepped_up_at: datetime | None

    @property
    def titles(self) -> str:
        """Every role held, as on a badge."""
        return titles(self.roles)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a browser stays signed in: unused, and at the very most."""

    idle: timedelta
    absolute: timedelta

    @classmethod
    def of(cls, config: Config) -> "Limits":
        """The limits this house has set."""
        return cls(
            timedelta(minutes=config.idle_minutes),
            timedelta(hours=config.absolute_hours),
        )


def fingerprint(token: str) -> str:
    """What is kept of a token, so that the database alone signs nobody in."""
    return hashlib.sha256(token.encode()).hexdigest()


def begin(  # noqa: PLR0913
    session: Session,
    staff: StaffRow,
    *,
    key: str,
    address: str,
    agent: str,
    now: datetime,
) -> tuple[str, StaffSessionRow]:
    """Sign a browser in under a new token; a repeated request replaces its session."""
    repeated = (
        update(StaffSessionRow)
        .where(
            col(StaffSessionRow.staff_id) == staff.pk,
            col(StaffSessionRow.request_key) == key,
            col(StaffSessionRow.revoked_at).is_(None),
        )
        .values(revoked_at=now)
    )
    session.execute(repeated)
    token = secrets.token_urlsafe(32)
    row = StaffSessionRow(
        token_sha256=fingerprint(token),
        staff_id=staff.pk,
        request_key=key,
        created_at=now,
        seen_at=now,
        address=address,
        agent=agent[:255],
    )
    session.add(row)
    session.flush()
    return token, row


def find(
    session: Session, token: str, limits: Limits, now: datetime
) -> tuple[Staff, StaffSessionRow] | None:
    """Who holds this token, unless it lapsed, was revoked, or they have left."""
    found = session.execute(_HOLDER, {"token": fingerprint(token)}).first()
    if found is None:
        return None
    row, staff, held = found
    if row.revoked_at or staff.left_at or lapsed(row, limits, now):
        return None
    roles = frozenset(Role(role) for role in (held or "").split(",") if role)
    signed = Staff(
        id=staff.pk,
        username=staff.username,
        name=staff.name,
        roles=roles,
        session_id=row.pk,
        hurdle=hurdle(staff, row, roles),
        stepped_up_at=row.stepped_up_at,
    )
    return None if too_late(signed.hurdle, row, now) else (signed, row)


def too_late(hurdle: Hurdle | None, row: StaffSessionRow, now: datetime) -> bool:
    """Whether the second factor was not given in time after the password."""
    return hurdle is Hurdle.SECOND_FACTOR and now - row.created_at >= HALF_IN.value


def lapsed(row: StaffSessionRow, limits: Limits, now: datetime) -> bool:
    """Whether the session has been idle or open for too long."""
    idle = now - row.seen_at >= limits.idle
    return idle or now - row.created_at >= limits.absolute


def hurdle(
    staff: StaffRow, row: StaffSessionRow, roles: frozenset[Role]
) -> Hurdle | None:
    """The next thing this person must do before the desk opens."""
    if staff.totp_confirmed_at and row.second_factor_at is None:
        return Hurdle.SECOND_FACTOR
    if staff.must_change_password:
        return Hurdle.PASSWORD
    if roles & NEED_SECOND_FACTOR and staff.totp_confirmed_at is None:
        return Hurdle.ENROL
    return None


def roles_of(session: Session, staff_id: int) -> frozenset[Role]:
    """The roles a member of staff holds now."""
    found = session.exec(_ROLES, params={"staff": staff_id})
    return frozenset(Role(role) for role in found)


def revoke_all(
    session: Session, staff_id: int, now: datetime, keep: int | None = None
) -> None:
    """Sign every browser of a member of staff out, except perhaps this one."""
    others = (
        update(StaffSessionRow)
        .where(
            col(StaffSessionRow.staff_id) == staff_id,
            col(StaffSessionRow.revoked_at).is_(None),
            col(StaffSessionRow.id) != (keep or 0),
        )
        .values(revoked_at=now)
    )
    session.execute(others)


def living(
    session: Session, staff: StaffRow, limits: Limits, now: datetime
) -> list[StaffSessionRow]:
    """The browsers somebody is signed in on, the latest used first."""
    query = (
        select(StaffSessionRow)
        .where(
            StaffSessionRow.staff_id == staff.pk,
            col(StaffSessionRow.revoked_at).is_(None),
            col(StaffSessionRow.seen_at) > now - limits.idle,
        )
        .order_by(col(StaffSessionRow.seen_at).desc(), col(StaffSessionRow.id).desc())
    )
    return [
        row
        for row in session.exec(query)
        if not lapsed(row, limits, now)
        and not (staff.totp_confirmed_at and row.second_factor_at is None)
    ]


def end(session: Session, staff_id: int, session_id: int, now: datetime) -> bool:
    """Sign one browser of somebody out; false when it is none of theirs."""
    mine = update(StaffSessionRow).where(
        col(StaffSessionRow.id) == session_id,
        col(StaffSessionRow.staff_id) == staff_id,
        col(StaffSessionRow.revoked_at).is_(None),
    )
    done = session.execute(mine.values(revoked_at=now))
    return bool(done.rowcount == 1)  # type: ignore[attr-defined]
