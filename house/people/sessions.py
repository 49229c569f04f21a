"""Signed-in browsers: kept in the database, limited in time, revocable at once."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, func, update
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.config import Config
from house.people.models import StaffRoleRow, StaffRow, StaffSessionRow
from house.people.roles import NEED_SECOND_FACTOR, Role, titles
from house.prepared import Prepared
from rulebook import HOUSE, Cited

SEEN_EVERY = timedelta(minutes=1)
SIGNED_OUT = HOUSE.at("ACCESS-3")
# From the password to the second factor.
HALF_IN = Cited(timedelta(minutes=10), HOUSE.at("ACCESS-18"))
# Every request asks these: they are put together once.
_BROWSER = StaffSessionRow.__table__.c  # type: ignore[attr-defined]
_PERSON = StaffRow.__table__.c  # type: ignore[attr-defined]
_ROLE = StaffRoleRow.__table__.c  # type: ignore[attr-defined]
_HELD = (
    sa_select(func.aggregate_strings(_ROLE.role, ","))
    .where(_ROLE.staff_id == _PERSON.id, _ROLE.revoked_at.is_(None))
    .scalar_subquery()
)
_HOLDER = Prepared(
    sa_select(
        _BROWSER.id,
        _BROWSER.created_at,
        _BROWSER.seen_at,
        _BROWSER.second_factor_at,
        _BROWSER.stepped_up_at,
        _BROWSER.revoked_at,
        _PERSON.id,
        _PERSON.username,
        _PERSON.name,
        _PERSON.must_change_password,
        _PERSON.totp_confirmed_at,
        _PERSON.left_at,
        _HELD,
    )
    .join_from(_BROWSER.id.table, _PERSON.id.table, _PERSON.id == _BROWSER.staff_id)
    .where(_BROWSER.token_sha256 == bindparam("token"))
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


class Holder(NamedTuple):
    """A signed-in browser and whose it is, as every request asks for it."""

    id: int
    created_at: datetime
    seen_at: datetime
    second_factor_at: datetime | None
    stepped_up_at: datetime | None
    revoked_at: datetime | None
    staff_id: int
    username: str
    name: str
    must_change_password: bool
    totp_confirmed_at: datetime | None
    left_at: datetime | None
    roles: str | None


class SignedInBrowser(Protocol):
    """When a browser was signed in, and last used."""

    @property
    def created_at(self) -> datetime:
        """When it was signed in."""

    @property
    def seen_at(self) -> datetime:
        """When it was last used."""


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
    connection: Connection, token: str, limits: Limits, now: datetime
) -> tuple[Staff, Holder] | None:
    """Who holds this token, unless it lapsed, was revoked, or they have left."""
    found = _HOLDER.first(connection, token=fingerprint(token))
    if found is None:
        return None
    holder = Holder._make(found)
    if holder.revoked_at or holder.left_at or lapsed(holder, limits, now):
        return None
    roles = frozenset(Role(role) for role in (holder.roles or "").split(",") if role)
    signed = Staff(
        id=holder.staff_id,
        username=holder.username,
        name=holder.name,
        roles=roles,
        session_id=holder.id,
        hurdle=hurdle(holder, roles),
        stepped_up_at=holder.stepped_up_at,
    )
    return None if too_late(signed.hurdle, holder, now) else (signed, holder)


def too_late(hurdle: Hurdle | None, used: SignedInBrowser, now: datetime) -> bool:
    """Whether the second factor was not given in time after the password."""
    return hurdle is Hurdle.SECOND_FACTOR and now - used.created_at >= HALF_IN.value


def lapsed(used: SignedInBrowser, limits: Limits, now: datetime) -> bool:
    """Whether the session has been idle or open for too long."""
    idle = now - used.seen_at >= limits.idle
    return idle or now - used.created_at >= limits.absolute


def hurdle(holder: Holder, roles: frozenset[Role]) -> Hurdle | None:
    """The next thing this person must do before the desk opens."""
    if holder.totp_confirmed_at and holder.second_factor_at is None:
        return Hurdle.SECOND_FACTOR
    if holder.must_change_password:
        return Hurdle.PASSWORD
    if roles & NEED_SECOND_FACTOR and holder.totp_confirmed_at is None:
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
