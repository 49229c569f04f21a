"""Who decides in a request: whoever is signed in, or another who proves it there."""

from flask import g, request

from house.audit import Actor
from house.floor import running
from house.floor.acts import Act
from house.floor.rulings import witness
from house.floor.rulings.services import Bench
from house.people.accounts.proof import knock, porter
from house.people.accounts.second_person import Credentials
from house.people.accounts.throttle import Wait
from house.web import actor, now, venue
from house.web.once import request_key
from rulebook import Refused


def weigh(**_address: object) -> None:
    """Look at the proof of whoever decides before any transaction opens."""
    word = Credentials(
        request.form.get("decider", "")[:64],
        request.form.get("password", ""),
        request.form.get("code", ""),
    )
    g.decider = None
    if word.username.strip():
        found = witness.decider(porter(), word, knock(), now())
        if isinstance(found, Wait):
            found = Refused((found.refusal(now()),))
        g.decider = found


def bench(prefix: str) -> Bench | Refused:
    """Who calls and who decides, under the key of this request."""
    decider: Actor | Refused = g.get("decider") or actor()
    if isinstance(decider, Refused):
        return decider
    key = f"{prefix}-{request_key()}"
    return Bench(Act(actor(), now()), decider, venue(), running.floor(), key)
