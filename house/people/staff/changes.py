"""A change to a member of staff: who asks, and how it is refused or recorded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.people.accounts.services import subject
from house.people.models import StaffRow
from house.people.roles import Role
from rulebook import HOUSE, Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """Who asks for a change, when, and which version they had read."""

    by: Actor
    now: datetime
    by_id: int | None = None
    version: int | None = None


def words(roles: Iterable[Role]) -> list[str]:
    """Roles in their own order, for the record."""
    held = frozenset(roles)
    return [role.value for role in Role if role in held]


def stale(
    session: Session, act: str, row: StaffRow, request: ChangeRequest
) -> Refused | None:
    """Refuse a change made to a version that is no longer the latest."""
    if request.version in (None, row.version):
        return None
    refusal = Refusal(
        HOUSE.at("STALE-1"),
        f"{row.name} was changed by somebody else since you opened this page.",
        "The latest values are shown now. Look at them and save again.",
    )
    return refuse(session, act, subject(row), request, (refusal,))


def refused(
    session: Session,
    act: str,
    row: StaffRow,
    request: ChangeRequest,
    refusals: Iterable[Refusal],
) -> Refused | None:
    """Every reason against a change, put on the record; none when there is none."""
    reasons = tuple(refusals)
    return refuse(session, act, subject(row), request, reasons) if reasons else None


def refuse(
    session: Session,
    act: str,
    about: Subject,
    request: ChangeRequest,
    reasons: tuple[Refusal, ...],
) -> Refused:
    """Refuse a change, on the record."""
    verdict = Refused(reasons)
    audit.record(session, request.by, act, about, now=request.now, verdict=verdict)
    return verdict


def record(  # noqa: PLR0913
    session: Session,
    act: str,
    row: StaffRow,
    request: ChangeRequest,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    rules: tuple[Cite, ...] = (),
) -> None:
    """Put a change that was made on the record."""
    audit.record(
        session,
        request.by,
        act,
        subject(row),
        now=request.now,
        rules=rules,
        before=before,
        after=after,
    )
