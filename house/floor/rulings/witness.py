"""Whoever decides a ruling says so on the tablet of whoever is signed in."""

from dataclasses import dataclass
from datetime import datetime

from house.audit import Actor
from house.people import sessions
from house.people.accounts import attempts, codes
from house.people.accounts.sign_in import Knock, Porter, find, folded
from house.people.accounts.throttle import Wait
from house.people.roles import Role
from rulebook import HOUSE, Refusal, Refused

DECIDES = HOUSE.at("RULING-6")
WRONG = Refused(
    (
        Refusal(
            DECIDES,
            "The user name, the password or the code of whoever decides is wrong.",
            "Nothing was done. Check all three; a code is asked of those who have one.",
            "decider",
        ),
    )
)
# The highest rank somebody holds is the one in which they decide.
RANKED = (Role.DIRECTOR, Role.DEPUTY, Role.SUPERVISOR, Role.DEALER)


@dataclass(frozen=True, slots=True)
class Word:
    """Who says that they decide, and how they prove it."""

    username: str
    password: str
    code: str = ""


def decider(
    porter: Porter, word: Word, knock: Knock, now: datetime
) -> Actor | Wait | Refused:
    """Who decides, once they proved it; nobody is signed in or out by it."""
    username = folded(word.username)
    with porter.database.reading() as session:
        staff = find(session, username)
    caller = porter.caller(username, staff, knock)
    kept = staff.password_hash if staff and not staff.left_at else None
    weighed = porter.weigh(caller, kept, word.password, now)
    if isinstance(weighed, Wait):
        return weighed
    with porter.database.writing() as session:
        current = find(session, username) if weighed.fits else None
        good = current is not None and not current.left_at
        if good and current is not None and current.totp_confirmed_at:
            good = codes.claim(session, porter.seal, current, word.code, now)
        if current is None or not good:
            attempts.failed(session, weighed, staff, WRONG, now, act="decide ruling")
            return WRONG
        attempts.passed(session, weighed)
        held = sessions.roles_of(session, current.pk)
        role = next((role.value for role in RANKED if role in held), "none")
        return Actor(current.username, current.name, role)
