"""What a desk says; each room of the house tells its own part."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from sqlmodel import Session

from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Cite


class Urgency(IntEnum):
    """How a matter stands, the most pressing first."""

    BLOCKED = 1
    DUE = 2
    NEXT = 3


@dataclass(frozen=True, slots=True)
class Item:
    """One matter on a desk: what, under which rule, and the act that settles it."""

    urgency: Urgency
    title: str
    cite: Cite
    act: str
    href: str
    why: str = ""
    right: str = ""
    due_at: datetime | None = None


Teller = Callable[[Session, Staff, datetime], Iterable[Item]]
_TELLERS: list[tuple[frozenset[Role], Teller]] = []


def tells(*roles: Role) -> Callable[[Teller], Teller]:
    """Let a room of the house speak on the desks of these roles."""

    def register(teller: Teller) -> Teller:
        _TELLERS.append((frozenset(roles), teller))
        return teller

    return register


def on_the_desk(session: Session, staff: Staff, now: datetime) -> tuple[Item, ...]:
    """Everything this person should know, most pressing and soonest first."""
    items = [
        item
        for roles, teller in _TELLERS
        if roles & staff.roles
        for item in teller(session, staff, now)
    ]
    return tuple(
        sorted(items, key=lambda i: (i.urgency, i.due_at is None, i.due_at or now))
    )
