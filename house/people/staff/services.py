"""Changes to the staff: each decided, recorded, and in force at once."""

from dataclasses import dataclass, field

from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import Session, col, select
from werkzeug.exceptions import NotFound

from house.audit import Subject
from house.people import sessions
from house.people.accounts.services import forget_second_factor
from house.people.accounts.sign_in import find
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from house.people.staff import rules as staff_rules
from house.people.staff.changes import (
    ChangeRequest,
    record,
    refuse,
    refused,
    stale,
    words,
)
from house.people.staff.rules import Facts, Person
from rulebook import HOUSE, Refusal, Refused

AT_ONCE = HOUSE.at("ACCESS-16")


class Nobody(NotFound):
    """There is no such member of staff."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody to be added, with the hash of the password they begin with."""

    username: str
    name: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    password_hash: str = ""
    must_change_password: bool = True


def add(
    session: Session, newcomer: Newcomer, request: ChangeRequest
) -> StaffRow | Refused:
    """Add a member of staff under a user name that nobody ever had."""
    about = Subject("staff", "", newcomer.name)
    holder = find(session, newcomer.username)
    if holder is not None:
        taken = Refusal(
            HOUSE.at("ACCESS-14"),
            f"The user name “{holder.username}” belongs to {holder.name}.",
            "Choose another; it stays theirs even after they leave.",
            "username",
        )
        return refuse(session, "add staff", about, request, (taken,))
    row = StaffRow(
        username=newcomer.username,
        name=newcomer.name,
        password_hash=newcomer.password_hash,
        password_changed_at=request.now,
        must_change_password=newcomer.must_change_password,
        created_at=request.now,
    )
    session.add(row)
    session.flush()
    _give(session, row.pk, newcomer.roles, request)
    after = {
        "user name": row.username,
        "name": row.name,
        "roles": words(newcomer.roles),
    }
    record(session, "add staff", row, request, after=after)
    return row


def rename(
    session: Session, staff_id: int, name: str, request: ChangeRequest
) -> Refused | None:
    """Correct somebody's name."""
    row = _get(session, staff_id)
    if refusal := stale(session, "rename staff", row, request):
        return refusal
    refusals = staff_rules.against_left(person_of(session, row))
    if refusal := refused(session, "rename staff", row, request, refusals):
        return refusal
    before, row.name = row.name, name
    session.flush()
    record(
        session,
        "rename staff",
        row,
        request,
        before={"name": before},
        after={"name": name},
    )
    return None


def set_roles(
    session: Session, staff_id: int, wanted: frozenset[Role], request: ChangeRequest
) -> Refused | None:
    """Give and take roles until somebody holds exactly these."""
    admins = working_admins(session, until_done=True)
    row = _get(session, staff_id)
    if refusal := stale(session, "change roles", row, request):
        return refusal
    person = person_of(session, row)
    refusals = staff_rules.against_roles(person, wanted, Facts(request.by_id, admins))
    if refusal := refused(session, "change roles", row, request, refusals):
        return refusal
    _take(session, row.pk, person.roles - wanted, request)
    _give(session, row.pk, wanted - person.roles, request)
    flag_modified(row, "name")  # the roles are part of what a version stands for
    record(
        session,
        "change roles",
        row,
        request,
        before={"roles": words(person.roles)},
        after={"roles": words(wanted)},
        rules=(AT_ONCE,),
    )
    return None


def reset_password(
    session: Session, staff_id: int, password_hash: str, request: ChangeRequest
) -> Refused | None:
    """Give somebody a one-time password and sign them out everywhere."""
    row = _get(session, staff_id)
    refusals = staff_rules.against_change(
        person_of(session, row), Facts(request.by_id, frozenset())
    )
    if refusal := refused(session, "reset password", row, request, refusals):
        return refusal
    _new_password(session, row, password_hash, request)
    rules = (HOUSE.at("ACCESS-15"), AT_ONCE)
    record(session, "reset password", row, request, rules=rules)
    return None


def reset_second_factor(
    session: Session, staff_id: int, request: ChangeRequest
) -> Refused | None:
    """Let somebody who lost their telephone set up a new one; they are signed out."""
    row = _get(session, staff_id)
    has_one = row.totp_confirmed_at is not None
    refusals = staff_rules.against_second_factor_reset(
        person_of(session, row), Facts(request.by_id, frozenset()), has_one=has_one
    )
    if refusal := refused(session, "reset second factor", row, request, refusals):
        return refusal
    forget_second_factor(session, row)
    sessions.revoke_all(session, row.pk, request.now)
    record(
        session,
        "reset second factor",
        row,
        request,
        before={"second factor": True},
        after={"second factor": False},
        rules=(AT_ONCE,),
    )
    return None


def end_employment(
    session: Session, staff_id: int, request: ChangeRequest
) -> Refused | None:
    """Close somebody's account and sign them out at once, everywhere."""
    admins = working_admins(session, until_done=True)
    row = _get(session, staff_id)
    if refusal := stale(session, "end employment", row, request):
        return refusal
    person = person_of(session, row)
    refusals = staff_rules.against_leaving(person, Facts(request.by_id, admins))
    if refusal := refused(session, "end employment", row, request, refusals):
        return refusal
    row.left_at = request.now
    _take(session, row.pk, person.roles, request)
    sessions.revoke_all(session, row.pk, request.now)
    record(
        session,
        "end employment",
        row,
        request,
        before={"roles": words(person.roles)},
        after={"left": request.now.isoformat()},
        rules=(AT_ONCE,),
    )
    return None


def take_back(
    session: Session, staff_id: int, password_hash: str, request: ChangeRequest
) -> Refused | None:
    """Open the account of somebody who left, with no role and a one-time password."""
    row = _get(session, staff_id)
    refusals = staff_rules.against_return(person_of(session, row))
    if refusal := refused(session, "take back", row, request, refusals):
        return refusal
    left_at, row.left_at = row.left_at, None
    forget_second_factor(session, row)
    _new_password(session, row, password_hash, request)
    before = {"left": left_at.isoformat() if left_at else ""}
    record(session, "take back", row, request, before=before)
    return None


def working_admins(session: Session, *, until_done: bool = False) -> frozenset[int]:
    """Who administers the house; perhaps with nobody changing it until we are done."""
    query = (
        select(StaffRoleRow)
        .join(StaffRow, col(StaffRow.id) == StaffRoleRow.staff_id)
        .where(
            StaffRoleRow.role == Role.ADMIN,
            col(StaffRoleRow.revoked_at).is_(None),
            col(StaffRow.left_at).is_(None),
        )
    )
    if until_done:
        query = query.with_for_update(of=StaffRoleRow)
    return frozenset(row.staff_id for row in session.exec(query))


def person_of(session: Session, row: StaffRow) -> Person:
    """A row as the decisions see it."""
    roles = sessions.roles_of(session, row.pk)
    return Person(row.pk, row.name, roles, left=row.left_at is not None)


def _get(session: Session, staff_id: int) -> StaffRow:
    row = session.get(StaffRow, staff_id, with_for_update=True)
    if row is None:
        raise Nobody(f"There is no member of staff number {staff_id}.")
    return row


def _new_password(
    session: Session, row: StaffRow, password_hash: str, request: ChangeRequest
) -> None:
    row.password_hash = password_hash
    row.password_changed_at = request.now
    row.must_change_password = True
    sessions.revoke_all(session, row.pk, request.now)


def _give(
    session: Session, staff_id: int, roles: frozenset[Role], request: ChangeRequest
) -> None:
    session.add_all(
        StaffRoleRow(
            staff_id=staff_id,
            role=role,
            granted_at=request.now,
            granted_by=request.by.id,
        )
        for role in Role
        if role in roles
    )
    session.flush()


def _take(
    session: Session, staff_id: int, roles: frozenset[Role], request: ChangeRequest
) -> None:
    query = select(StaffRoleRow).where(
        StaffRoleRow.staff_id == staff_id, col(StaffRoleRow.revoked_at).is_(None)
    )
    for row in session.exec(query):
        if row.role in roles:
            row.revoked_at, row.revoked_by = request.now, request.by.id
    session.flush()
