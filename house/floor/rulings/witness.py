"""Whoever decides a ruling says so on the tablet of whoever is signed in."""

from datetime import datetime

from house.audit import Actor
from house.people.accounts.second_person import Credentials, ToProve, proven
from house.people.accounts.sign_in import Knock, Porter
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


ASKED = ToProve("decide ruling", WRONG, RANKED)


def decider(
    porter: Porter, word: Credentials, knock: Knock, now: datetime
) -> Actor | Wait | Refused:
    """Who decides, once they proved it; nobody is signed in or out by it."""
    return proven(porter, word, knock, now, ASKED)
