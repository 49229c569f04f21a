"""Letting staff in: count the try, weigh the proof, begin a sign-in, write it down."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import update
from sqlmodel import Session, col, select

from house import audit, sealed_with
from house.audit import Actor, Subject
from house.db import Database
from house.people import sessions
from house.people.accounts import attempts, codes
from house.people.accounts.attempts import CountedTry
from house.people.accounts.browsers import Browser
from house.people.accounts.passwords import Passwords
from house.people.accounts.throttle import Caller, Outcome, Wait, neighbourhood
from house.people.models import StaffRow, StaffSessionRow
from house.people.roles import Role
from house.people.sessions import Staff
from house.sealing import Seal
from rulebook import HOUSE, Refusal, Refused

USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
WRONG = Refused(
    (
        Refusal(
            HOUSE.at("ACCESS-11"),
            "The user name or the password is wrong.",
            "Check both; after too many wrong tries you must wait.",
        ),
    )
)
WRONG_CODE = Refused(
    (
        Refusal(
            HOUSE.at("ACCESS-5"),
            "This code is wrong, too old, or was used already.",
            "Wait for the next code of your app, or use a recovery code.",
        ),
    )
)
WRONG_PROOF = Refused(
    (
        Refusal(
            HOUSE.at("ACCESS-6"),
            "This is neither your password nor a fresh code.",
            "Nothing was done yet. Try again.",
        ),
    )
)
NO_KEY = Refused(
    (
        Refusal(
            sealed_with.KEY,
            "The house does not have the key that your second factor is sealed with, "
            "so it can check no code of your app.",
            "Use a recovery code, and ask an administrator to bring the key back.",
        ),
    )
)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Knock:
    """A request to be let in: from where, on which browser, under which key."""

    address: str
    agent: str
    browser: Browser
    key: str = ""


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody is in, or half in while the second factor is still to come."""

    token: str
    name: str
    browser: Browser
    half: bool = False


@dataclass(frozen=True)
class Porter:
    """Stands at the door with the database, the hashes and the house's seal."""

    database: Database
    passwords: Passwords
    seal: Seal

    def by_password(
        self, username: str, password: str, knock: Knock, now: datetime
    ) -> Admitted | Wait | Refused:
        """Let somebody in by user name and password, or say why not."""
        with self.database.reading() as session:
            staff = find(session, username)
        caller = self.caller(username, staff, knock)
        kept = staff.password_hash if staff and not staff.left_at else None
        weighed = self.weigh(caller, kept, password, now)
        if isinstance(weighed, Wait):
            return weighed
        better = ""
        if weighed.fits and kept and self.passwords.outdated(kept):
            better = self.passwords.hash(password)
        with self.database.writing() as session:
            current = find(session, username) if weighed.fits else None
            if current is None or current.left_at or current.password_hash != kept:
                shown = "" if staff else _hinted(username)
                attempts.failed(session, weighed, staff, WRONG, now, shown=shown)
                return WRONG
            if better:
                _keep_hash(session, current.pk, better)
            return _let_in(session, current, weighed, knock, now)

    def by_code(
        self, signed: Staff, code: str, knock: Knock, now: datetime
    ) -> Admitted | Wait | Refused:
        """Let somebody half in all the way in by a code, each code once."""
        caller = self.known_caller(signed, knock)
        counted = attempts.count(self.database, caller, now)
        if isinstance(counted, Wait):
            return counted
        weighed = CountedTry(counted, caller, fits=False)
        with self.database.writing() as session:
            staff = session.get_one(StaffRow, signed.id)
            if not codes.lets_in(
                session, self.seal, staff, code, key=knock.key, now=now
            ):
                why = self._why(session, staff, WRONG_CODE)
                attempts.failed(session, weighed, staff, why, now, act="second factor")
                return why
            token, row = sessions.begin(
                session,
                staff,
                key=knock.key,
                address=knock.address,
                agent=knock.agent,
                now=now,
            )
            row.second_factor_at = now
            attempts.passed(session, weighed)
            _record_entry(session, staff, knock, now, "second factor")
            return Admitted(token, staff.name, knock.browser.knowing(staff.pk))

    def prove(
        self, signed: Staff, proof: str, knock: Knock, fresh: timedelta, now: datetime
    ) -> Wait | Refused | None:
        """Take a password or a code as proof that it is still them; None is yes."""
        caller = self.known_caller(signed, knock)
        with self.database.reading() as session:
            kept = session.get_one(StaffRow, signed.id).password_hash
        weighed = self.weigh(caller, kept, proof, now)
        if isinstance(weighed, Wait):
            return weighed
        with self.database.writing() as session:
            staff = session.get_one(StaffRow, signed.id)
            mine = session.get_one(StaffSessionRow, signed.session_id)
            again = mine.stepped_up_at and now - mine.stepped_up_at < fresh
            good = weighed.fits or codes.claim(session, self.seal, staff, proof, now)
            if not (good or again):  # a form sent twice proves itself once
                why = self._why(session, staff, WRONG_PROOF)
                attempts.failed(session, weighed, staff, why, now, act="confirm")
                return why
            mine.stepped_up_at = now
            attempts.passed(session, weighed)
        return None

    def _why(self, session: Session, staff: StaffRow, wrong: Refused) -> Refused:
        """What is wrong with a code; whose key is missing, none could be right."""
        if codes.readable(self.seal, staff):
            return wrong
        gone = sealed_with.missing(session, self.seal)
        log.error("a second factor is sealed with a missing key", keys=gone)
        return (
            NO_KEY
            if wrong is WRONG_CODE
            else Refused((*wrong.refusals, *NO_KEY.refusals))
        )

    def caller(self, username: str, staff: StaffRow | None, knock: Knock) -> Caller:
        """Whom a try counts for; a name nobody has is kept only as a mark."""
        where = neighbourhood(knock.address)
        if staff is None:
            return Caller(f"?{self.seal.mark(username)[:40]}", where)
        return Caller(staff.username, where, knock.browser.known_to(staff.pk))

    def known_caller(self, signed: Staff, knock: Knock) -> Caller:
        """Whom a try counts for when somebody is signed in already."""
        where = neighbourhood(knock.address)
        return Caller(signed.username, where, knock.browser.known_to(signed.id))

    def weigh(
        self, caller: Caller, kept: str | None, password: str, now: datetime
    ) -> CountedTry | Wait:
        """Count a try and look at its password, outside any transaction."""
        counted = attempts.count(self.database, caller, now)
        if isinstance(counted, Wait):
            return counted
        return CountedTry(counted, caller, self.passwords.fits(kept, password))


def folded(username: str) -> str:
    """A user name in one spelling."""
    return unicodedata.normalize("NFKC", username).strip().casefold()


def _hinted(username: str) -> str:
    """A name nobody has, as the record shows it: it may be a password, misplaced."""
    return "".join(c for c in username[:3] if c.isprintable()) + "…"


def find(session: Session, username: str) -> StaffRow | None:
    """The member of staff with this user name, working or not."""
    if not USERNAME.fullmatch(username):
        return None
    return session.exec(select(StaffRow).where(StaffRow.username == username)).first()


def _let_in(
    session: Session, staff: StaffRow, weighed: CountedTry, knock: Knock, now: datetime
) -> Admitted:
    token, _ = sessions.begin(
        session,
        staff,
        key=knock.key,
        address=knock.address,
        agent=knock.agent,
        now=now,
    )
    half = staff.totp_confirmed_at is not None
    attempts.passed(session, weighed, Outcome.HALF if half else Outcome.PASSED)
    _record_entry(session, staff, knock, now, "password")
    known = knock.browser if half else knock.browser.knowing(staff.pk)
    return Admitted(token, staff.name, known, half)


def _record_entry(
    session: Session, staff: StaffRow, knock: Knock, now: datetime, by: str
) -> None:
    audit.record(
        session,
        actor_of(session, staff),
        "sign in",
        Subject("staff", str(staff.pk), staff.name),
        now=now,
        after={"by": by, "address": knock.address},
    )


def actor_of(session: Session, staff: StaffRow) -> Actor:
    """Somebody as the record names them before a request knows them."""
    held = sessions.roles_of(session, staff.pk)
    role = next((role.value for role in Role if role in held), "none")
    return Actor(staff.username, staff.name, role)


def _keep_hash(session: Session, staff_id: int, better: str) -> None:
    """Keep a hash made at today's cost; nobody's edit is in the way of it."""
    mine = update(StaffRow).where(col(StaffRow.id) == staff_id)
    session.execute(mine.values(password_hash=better))
