"""Tries to sign in: each is counted before it is weighed, and failures are recorded."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text, update
from sqlmodel import Session, col, or_, select

from house import audit
from house.audit import Actor, Subject
from house.db import Database
from house.people.accounts import throttle
from house.people.accounts.throttle import Caller, Outcome, Try, Wait
from house.people.models import SignInAttemptRow, StaffRow
from rulebook import Refused

COUNT_LOCK = 1_160  # the next number after the record's


@dataclass(frozen=True, slots=True)
class CountedTry:
    """A try that was counted and looked at, before anything else is written."""

    attempt_id: int
    caller: Caller
    fits: bool


def count(database: Database, caller: Caller, now: datetime) -> int | Wait:
    """Count a try as failed before it is weighed, unless the caller must wait."""
    with database.reading() as session:
        if held := throttle.wait(tries(session, caller, now), caller, now):
            return held  # a flood of tries takes no writer's lock
    with database.writing() as session:
        if not database.is_sqlite:
            lock = text("SELECT pg_advisory_xact_lock(:lock)")
            session.execute(lock, {"lock": COUNT_LOCK})
        if held := throttle.wait(tries(session, caller, now), caller, now):
            return held
        row = SignInAttemptRow(
            at=now,
            username=caller.username,
            address=caller.address,
            device=caller.device,
            outcome=Outcome.FAILED,
        )
        session.add(row)
        session.flush()
        return row.pk


def tries(session: Session, caller: Caller, now: datetime) -> list[Try]:
    """Every try of late that concerns this caller."""
    query = select(SignInAttemptRow).where(
        or_(
            col(SignInAttemptRow.username) == caller.username,
            col(SignInAttemptRow.address) == caller.address,
        ),
        col(SignInAttemptRow.at) > now - throttle.LONGEST,
    )
    return [
        Try(row.at, Caller(row.username, row.address, row.device), row.outcome)
        for row in session.exec(query)
    ]


def passed(
    session: Session, weighed: CountedTry, outcome: Outcome = Outcome.PASSED
) -> None:
    """Say that a try counted as failed did not fail."""
    mine = update(SignInAttemptRow).where(
        col(SignInAttemptRow.id) == weighed.attempt_id
    )
    session.execute(mine.values(outcome=outcome))


def failed(  # noqa: PLR0913
    session: Session,
    weighed: CountedTry,
    staff: StaffRow | None,
    refused: Refused,
    now: datetime,
    *,
    act: str = "sign in",
    shown: str = "",
) -> None:
    """Put a failed try on the record, and the wait when it was one too many."""
    caller = weighed.caller
    nobody = Actor("nobody", caller.address, "nobody")
    subject = Subject(
        "staff", str(staff.pk) if staff else "", staff.name if staff else shown
    )
    where = {"address": caller.address, "known browser": bool(caller.device)}
    audit.record(session, nobody, act, subject, now=now, verdict=refused, after=where)
    held = throttle.wait(tries(session, caller, now), caller, now)
    if held is not None:
        audit.record(
            session,
            nobody,
            "slow down sign-in",
            subject,
            now=now,
            rules=(held.cite,),
            after={**where, "until": held.until.isoformat()},
        )
