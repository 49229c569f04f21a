"""A second person proves who they are on the screen of whoever is signed in."""

from dataclasses import dataclass
from datetime import datetime

from flask import g, request

from house.audit import Actor
from house.people import sessions
from house.people.accounts import attempts, codes
from house.people.accounts.proof import knock, porter
from house.people.accounts.sign_in import Knock, Porter, find, folded
from house.people.accounts.throttle import Wait
from house.people.roles import Role
from house.web.request import now
from rulebook import HOUSE, Cite, Refusal, Refused

SIGNS: Cite = HOUSE.at("ACCESS-22")
WRONG = Refused(
    (
        Refusal(
            SIGNS,
            "The user name, the password or the code of the second person is wrong.",
            "Nothing was done. Check all three; a code is asked of those who have one.",
            "second",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Word:
    """Who somebody says they are, and how they prove it."""

    username: str
    password: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be proven: the act as the record names it, and what is said if not."""

    act: str
    wrong: Refused
    roles: tuple[Role, ...]  # the first that is held is the one they act in


def proven(
    at_door: Porter, word: Word, caller: Knock, now: datetime, asked: Asked
) -> Actor | Wait | Refused:
    """Who it is, once they proved it; nobody is signed in or out by it."""
    username = folded(word.username)
    with at_door.database.reading() as session:
        staff = find(session, username)
    known = at_door.caller(username, staff, caller)
    kept = staff.password_hash if staff and not staff.left_at else None
    weighed = at_door.weigh(known, kept, word.password, now)
    if isinstance(weighed, Wait):
        return weighed
    with at_door.database.writing() as session:
        current = find(session, username) if weighed.fits else None
        good = current is not None and not current.left_at
        if good and current is not None and current.totp_confirmed_at:
            good = codes.claim(session, at_door.seal, current, word.code, now)
        if current is None or not good:
            attempts.failed(session, weighed, staff, asked.wrong, now, act=asked.act)
            return asked.wrong
        attempts.passed(session, weighed)
        held = sessions.roles_of(session, current.pk)
        role = next((role.value for role in asked.roles if role in held), "none")
        return Actor(current.username, current.name, role)


def weigh(**_address: object) -> None:
    """Look at the proof of the second person before any transaction opens."""
    word = Word(
        request.form.get("second", "")[:64],
        request.form.get("password", ""),
        request.form.get("code", ""),
    )
    g.second = None
    if word.username.strip():
        asked = Asked("sign as second", WRONG, tuple(Role))
        found = proven(porter(), word, knock(), now(), asked)
        g.second = (
            Refused((found.refusal(now()),)) if isinstance(found, Wait) else found
        )


def second() -> Actor | Refused | None:
    """Who signs this request as second: nobody, or why their word does not count."""
    found: Actor | Refused | None = g.get("second")
    return found
