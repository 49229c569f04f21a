"""Minding one's own account: password, second factor, recovery codes, sign-ins."""

from datetime import datetime

from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.people import sessions
from house.people.accounts import attempts, codes, second_factor
from house.people.accounts.attempts import CountedTry
from house.people.accounts.passwords import objections
from house.people.accounts.sign_in import actor_of
from house.people.models import StaffRow, StaffSessionRow
from house.people.roles import NEED_SECOND_FACTOR
from house.people.sessions import Staff
from house.sealing import BrokenSeal, Seal
from rulebook import HOUSE, Refusal, Refused

NOT_YOURS = Refused(
    (
        Refusal(
            HOUSE.at("ACCESS-11"),
            "This is not your password as it is now.",
            "Type the password you signed in with.",
            "current",
        ),
    )
)


def subject(staff: StaffRow) -> Subject:
    """Somebody, as the record names what an act is about."""
    return Subject("staff", str(staff.pk), staff.name)


def names_of(staff: StaffRow, house: str) -> tuple[str, ...]:
    """Words a password of this person must not be."""
    return (staff.username, staff.name, *staff.name.split(), house)


def change_password(  # noqa: PLR0913
    session: Session,
    signed: Staff,
    weighed: CountedTry,
    password: str,
    hashed: str,
    *,
    house: str,
    now: datetime,
) -> Refused | None:
    """Replace one's own password and sign every other browser out."""
    staff = session.get_one(StaffRow, signed.id)
    if not weighed.fits:
        attempts.failed(session, weighed, staff, NOT_YOURS, now, act="change password")
        return NOT_YOURS
    attempts.passed(session, weighed)
    wrongs = objections(password, names_of(staff, house))
    verdict = Refused(wrongs) if wrongs else None
    actor = actor_of(session, staff)
    audit.record(
        session, actor, "change password", subject(staff), now=now, verdict=verdict
    )
    if verdict is None:
        staff.password_hash = hashed
        staff.password_changed_at = now
        staff.must_change_password = False
        sessions.revoke_all(session, staff.pk, now, keep=signed.session_id)
    return verdict


def enrol(  # noqa: PLR0913
    session: Session,
    seal: Seal,
    signed: Staff,
    weighed: CountedTry,
    *,
    sealed: str,
    code: str,
    now: datetime,
) -> tuple[str, ...] | Refused:
    """Begin to use a second factor; gives its recovery codes, to be shown once."""
    staff = session.get_one(StaffRow, signed.id)
    if not weighed.fits:
        attempts.failed(session, weighed, staff, NOT_YOURS, now, act="second factor")
        return NOT_YOURS
    attempts.passed(session, weighed)
    actor = actor_of(session, staff)
    step = _first_step(seal, staff, sealed, code, now)
    if isinstance(step, Refused):
        audit.record(
            session,
            actor,
            "set up second factor",
            subject(staff),
            now=now,
            verdict=step,
        )
        return step
    before = {"second factor": staff.totp_confirmed_at is not None}
    staff.totp_sealed, staff.totp_confirmed_at = sealed, now
    staff.last_totp_step = step
    sessions.revoke_all(session, staff.pk, now, keep=signed.session_id)
    session.get_one(StaffSessionRow, signed.session_id).second_factor_at = now
    audit.record(
        session,
        actor,
        "set up second factor",
        subject(staff),
        now=now,
        rules=(HOUSE.at("ACCESS-4"),),
        before=before,
        after={"second factor": True},
    )
    return codes.replace(session, staff.pk, now)


def _first_step(
    seal: Seal, staff: StaffRow, sealed: str, code: str, now: datetime
) -> int | Refused:
    """The half minute of the first code, if the picture was read rightly."""
    try:
        secret = second_factor.open_secret(
            seal, staff.pk, sealed, seconds=second_factor.ENROL_SECONDS
        )
    except BrokenSeal:
        wrong, right = "This picture has lapsed.", "Read the new one with your app."
    else:
        step = second_factor.step_of(secret, code, now)
        if step is not None:
            return step
        wrong = "This is not the code that the app shows now."
        right = "Check that the telephone keeps the right time, and type the next code."
    return Refused((Refusal(HOUSE.at("ACCESS-5"), wrong, right, "code"),))


def renew_codes(
    session: Session, signed: Staff, by: Actor, now: datetime
) -> tuple[str, ...] | Refused:
    """Make ten new recovery codes; what is left of the old ones stops working."""
    staff = session.get_one(StaffRow, signed.id)
    verdict = None
    if staff.totp_confirmed_at is None:
        verdict = Refused(
            (
                Refusal(
                    HOUSE.at("ACCESS-5"),
                    "Recovery codes stand in for a second factor; you have none.",
                    "Set one up first.",
                ),
            )
        )
    before = {"recovery codes": codes.left(session, staff.pk)}
    audit.record(
        session,
        by,
        "renew recovery codes",
        subject(staff),
        now=now,
        verdict=verdict,
        before=before,
    )
    return verdict or codes.replace(session, staff.pk, now)


def turn_off(
    session: Session, signed: Staff, by: Actor, now: datetime
) -> Refused | None:
    """Stop using a second factor, where no role of theirs needs it."""
    staff = session.get_one(StaffRow, signed.id)
    needing = [role for role in NEED_SECOND_FACTOR if role in signed.roles]
    verdict = None
    if needing:
        labels = ", ".join(sorted(role.label.lower() for role in needing))
        verdict = Refused(
            (
                Refusal(
                    HOUSE.at("ACCESS-4"),
                    f"Your role needs a second factor: {labels}.",
                    "Set up a new one instead; it replaces the old.",
                ),
            )
        )
    audit.record(
        session,
        by,
        "turn off second factor",
        subject(staff),
        now=now,
        verdict=verdict,
        before={"second factor": staff.totp_confirmed_at is not None},
    )
    if verdict is None:
        forget_second_factor(session, staff)
    return verdict


def forget_second_factor(session: Session, staff: StaffRow) -> None:
    """Remove a second factor; the last step used stays, so no code works twice."""
    staff.totp_sealed = None
    staff.totp_confirmed_at = None
    codes.forget(session, staff.pk)
