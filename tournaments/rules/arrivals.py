"""Arriving at a session: what is known of a player, and why they are stopped."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.facts import Application
from tournaments.rules.terms import Terms

OPEN: Cite = HOUSE.at("TOURN-124")
ACCEPTED: Cite = HOUSE.at("TOURN-19")
PAID: Cite = HOUSE.at("TOURN-65")


@dataclass(frozen=True, slots=True)
class NoShows:
    """Those who have not come to a session, and when it starts."""

    session: int
    starts: datetime
    now: datetime
    zone: ZoneInfo


@dataclass(frozen=True, slots=True)
class Arriving:
    """Somebody who arrives, and what is still open with them."""

    name: str
    starts: datetime  # their session
    now: datetime
    zone: ZoneInfo
    person: Application
    play_began: bool = False
    has_accepted: bool = True  # the version that binds them now
    owes_cents: int = 0
    identity_seen: bool = True


def stops(arriving: Arriving, terms: Terms) -> Iterator[Refusal]:
    """Everything that stops somebody at the door, each with its rule."""
    yield from terms.entry.eligibility.guard(arriving.person)
    if not arriving.has_accepted:
        wrong = f"{arriving.name} has not accepted the changed terms."
        yield Refusal(ACCEPTED, wrong, "Have them signed, or end the entry.")
    if arriving.owes_cents > 0:
        owed = wording.dollars(arriving.owes_cents)
        wrong = f"{arriving.name} owes {owed} of what the terms ask for."
        yield Refusal(PAID, wrong, "Take the payment first.")
    yield from terms.conduct.late.guard(arriving)
    if not arriving.identity_seen:
        wrong = f"Nobody has seen a document of {arriving.name}."
        yield Refusal(OPEN, wrong, "Look at one, and say so.", "seen")
