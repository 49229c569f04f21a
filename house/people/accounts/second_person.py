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
class Credentials:
    """Who somebody says they are, and how they prove it."""

    username: str
    password: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class ToProve:
    """What is to be proven: the act as the record names it, and what is said if not."""

    act: str
    wrong: Refused
    roles: tuple[Role, ...]  # the first that is held is the one they act in


def proven(
    at_door: Porter, typed: Credentials, caller: Knock, now: datetime, to_prove: ToProve
) -> Actor | Wait | Refused:
    """Who it is, once they proved it; nobody is signed in or out by it."""
    username = folded(typed.username)
    with at_door.database.reading() as session:
        staff = find(session, username)
    known = at_door.caller(username, staff, caller)
    kept = staff.password_hash if staff and not staff.left_at else None
    weighed = at_door.weigh(known, kept, typed.password, now)
    if isinstance(weighed, Wait):
        return weighed
    with at_door.database.writing() as session:
        current = find(session, username) if weighed.fits else None
        good = current is not None and not current.left_at
        if good and current is not None and current.totp_confirmed_at:
            good = codes.claim(session, at_door.seal, current, typed.code, now)
        if current is None or not good:
            attempts.failed(
                session, weighed, staff, to_prove.wrong, now, act=to_prove.act
            )
            return to_prove.wrong
        attempts.passed(session, weighed)
        held = sessions.roles_of(session, current.pk)
        role = next((role.value for role in to_prove.roles if role in held), "none")
        return Actor(current.username, current.name, role)


def weigh(**_address: object) -> None:
    """Look at the proof of the second person before any transaction opens."""
    typed = Credentials(
        request.form.get("second", "")[:64],
        request.form.get("password", ""),
        request.form.get("code", ""),
    )
    g.second = None
    if typed.username.strip():
        to_prove = ToProve("sign as second", WRONG, tuple(Role))
        found = proven(porter(), typed, knock(), now(), to_prove)
        g.second = (
            Refused((found.refusal(now()),)) if isinstance(found, Wait) else found
        )


def second() -> Actor | Refused | None:
    """Who signs this request as second: nobody, or why their word does not count."""
    found: Actor | Refused | None = g.get("second")
    return found
