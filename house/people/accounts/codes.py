"""Codes that were given: each one counts once, however many requests carry it."""

from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, func, select

from house.people.accounts import second_factor
from house.people.models import RecoveryCodeRow, StaffRow, StaffSessionRow
from house.sealing import BrokenSeal, Seal


def lets_in(  # noqa: PLR0913
    session: Session, seal: Seal, staff: StaffRow, code: str, *, key: str, now: datetime
) -> bool:
    """Whether a code lets them in: unused, or used by this very request before."""
    if claim(session, seal, staff, code, now):
        return True
    recovery = _recovery_code(session, staff.pk, code)
    if recovery is not None and recovery.used_at is None:
        recovery.used_at = now
        return True
    valid = recovery is not None or _step(seal, staff, code, now) is not None
    return valid and _passed_before(session, staff.pk, key)


def claim(
    session: Session, seal: Seal, staff: StaffRow, code: str, now: datetime
) -> bool:
    """Use a code up; of two who send it at once, one succeeds."""
    step = _step(seal, staff, code, now)
    return step is not None and claim_step(session, staff.pk, step)


def claim_step(session: Session, staff_id: int, step: int) -> bool:
    """Use the code of a half minute up, unless it or a later one was used."""
    mine = update(StaffRow).where(
        col(StaffRow.id) == staff_id, col(StaffRow.last_totp_step) < step
    )
    done = session.execute(
        mine.values(last_totp_step=step),
        execution_options={"synchronize_session": False},
    )
    return bool(done.rowcount == 1)  # type: ignore[attr-defined]


def readable(seal: Seal, staff: StaffRow) -> bool:
    """Whether the house has the key to check a code of their app, if they have one."""
    return _secret(seal, staff) is not None or staff.totp_confirmed_at is None


def _step(seal: Seal, staff: StaffRow, code: str, now: datetime) -> int | None:
    secret = _secret(seal, staff)
    return second_factor.step_of(secret, code, now) if secret else None


def _secret(seal: Seal, staff: StaffRow) -> str | None:
    """The secret that their app makes codes from; none where no key opens it."""
    if not (staff.totp_sealed and staff.totp_confirmed_at):
        return None
    try:
        return second_factor.open_secret(seal, staff.pk, staff.totp_sealed)
    except BrokenSeal:
        return None


def _recovery_code(
    session: Session, staff_id: int, code: str
) -> RecoveryCodeRow | None:
    query = select(RecoveryCodeRow).where(
        RecoveryCodeRow.staff_id == staff_id,
        RecoveryCodeRow.code_sha256 == second_factor.recovery_fingerprint(code),
    )
    return session.exec(query.with_for_update()).first()


def _passed_before(session: Session, staff_id: int, key: str) -> bool:
    """Whether this very request has been sent, and has succeeded, before."""
    query = select(StaffSessionRow.id).where(
        StaffSessionRow.staff_id == staff_id,
        StaffSessionRow.request_key == key,
        col(StaffSessionRow.second_factor_at).is_not(None),
    )
    return session.exec(query).first() is not None


def left(session: Session, staff_id: int) -> int:
    """How many recovery codes somebody has not used."""
    query = select(func.count()).where(
        col(RecoveryCodeRow.staff_id) == staff_id,
        col(RecoveryCodeRow.used_at).is_(None),
    )
    return session.exec(query).one()


def run_low(session: Session, staff_id: int) -> bool:
    """Whether somebody who was given recovery codes has nearly used them up."""
    given = select(RecoveryCodeRow.id).where(RecoveryCodeRow.staff_id == staff_id)
    few = left(session, staff_id) <= second_factor.FEW
    return few and session.exec(given.limit(1)).first() is not None


def replace(session: Session, staff_id: int, now: datetime) -> tuple[str, ...]:
    """Make new recovery codes; the old ones stop working."""
    forget(session, staff_id)
    fresh = second_factor.recovery_codes()
    session.add_all(
        RecoveryCodeRow(
            staff_id=staff_id,
            code_sha256=second_factor.recovery_fingerprint(code),
            created_at=now,
        )
        for code in fresh
    )
    session.flush()
    return fresh


def forget(session: Session, staff_id: int) -> None:
    """Let every recovery code of somebody stop working."""
    mine = select(RecoveryCodeRow).where(RecoveryCodeRow.staff_id == staff_id)
    for row in session.exec(mine):
        session.delete(row)
    session.flush()
