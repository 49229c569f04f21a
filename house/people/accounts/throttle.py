"""How often somebody may try to sign in; a pure decision over the tries counted."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import IPv4Address, ip_address, ip_network

from rulebook import HOUSE, Cite, Refusal


class Outcome(StrEnum):
    """What became of a try to sign in."""

    FAILED = "failed"
    HALF = "half"  # the password fitted, the second factor is still to come
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who knocks: the name they give, from where, on which browser known to them."""

    username: str
    address: str
    device: str = ""  # empty: this browser never signed this person in


@dataclass(frozen=True, slots=True)
class Try:
    """One try to sign in, as it was counted."""

    at: datetime
    caller: Caller
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong tries within such a time, under a rule."""

    tries: int
    within: timedelta
    cite: Cite

    def free_at(self, failed: list[datetime], now: datetime) -> datetime | None:
        """When the next try is allowed, if not at once."""
        recent = sorted(at for at in failed if at > now - self.within)
        if len(recent) < self.tries:
            return None
        return recent[-self.tries] + self.within


KNOWN_BROWSER = Limit(10, timedelta(minutes=15), HOUSE.at("ACCESS-7"))
NAME_AND_ADDRESS = Limit(5, timedelta(minutes=15), HOUSE.at("ACCESS-8"))
NAME = Limit(20, timedelta(hours=1), HOUSE.at("ACCESS-9"))
ADDRESS = Limit(50, timedelta(minutes=15), HOUSE.at("ACCESS-10"))
LONGEST = max(
    limit.within for limit in (KNOWN_BROWSER, NAME_AND_ADDRESS, NAME, ADDRESS)
)


@dataclass(frozen=True, slots=True)
class Wait:
    """That the caller must wait until then, and under which rule."""

    until: datetime
    cite: Cite

    def seconds(self, now: datetime) -> int:
        """How long, in whole seconds and never none."""
        return max(1, math.ceil((self.until - now).total_seconds()))

    def refusal(self, now: datetime) -> Refusal:
        """The wait as a reason, with how long in words."""
        return Refusal(
            self.cite,
            "There were too many wrong tries.",
            f"Wait {in_words(self.seconds(now))}, then try again.",
        )


def wait(tries: Iterable[Try], caller: Caller, now: datetime) -> Wait | None:
    """Whether this caller must wait, and for the longest of the limits they reached."""
    counted = list(tries)
    if caller.device:
        limits = [(KNOWN_BROWSER, _since_passed(counted, caller))]
    else:
        strange = [t for t in counted if not t.caller.device]
        here = [t for t in strange if t.caller.address == caller.address]
        limits = [
            (NAME_AND_ADDRESS, _since_passed(here, caller)),
            (NAME, _failed(t for t in strange if _same_name(t, caller))),
            (ADDRESS, _failed(here)),
        ]
    waits = [
        Wait(until, limit.cite)
        for limit, failed in limits
        if (until := limit.free_at(failed, now)) is not None
    ]
    return max(waits, key=lambda w: w.until, default=None)


def _same_name(one: Try, caller: Caller) -> bool:
    return one.caller.username == caller.username


def _failed(tries: Iterable[Try]) -> list[datetime]:
    return [one.at for one in tries if one.outcome is Outcome.FAILED]


def _since_passed(tries: Iterable[Try], caller: Caller) -> list[datetime]:
    """Wrong tries of this name on this browser since it last signed them in."""
    mine = [
        one
        for one in tries
        if _same_name(one, caller) and one.caller.device == caller.device
    ]
    passed = [one.at for one in mine if one.outcome is Outcome.PASSED]
    return [at for at in _failed(mine) if not passed or at > max(passed)]


def neighbourhood(address: str) -> str:
    """Whom an address counts for: with IPv6 one household holds a whole network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found.packed[:8] + bytes(8), 64)))


def in_words(seconds: int) -> str:
    """A wait as it is said, never shorter than it is."""
    if seconds <= 30:
        return "one second" if seconds == 1 else f"{seconds} seconds"
    if seconds <= 60:
        return "one minute"
    return f"{math.ceil(seconds / 60)} minutes"
