"""What a desk says; each room of the house tells its own part."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Any

from sqlmodel import Session

from house.people.roles import EVERYONE, Role
from house.people.sessions import Staff
from rulebook import Cite

SOON = timedelta(minutes=30)


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

    def late(self, now: datetime) -> bool:
        """Whether its time has passed."""
        return self.due_at is not None and self.due_at <= now

    def soon(self, now: datetime) -> bool:
        """Whether its time is about to come."""
        return self.due_at is not None and now < self.due_at <= now + SOON


class Place(StrEnum):
    """Where on a desk a panel stands."""

    TOP = "top"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture a room shows on the desk, drawn by a template of its own."""

    place: Place
    template: str
    facts: Mapping[str, Any] = field(default_factory=dict)


Teller = Callable[[Session, Staff, datetime], Iterable[Item]]
Shower = Callable[[Session, Staff, datetime], Panel | None]
_TELLERS: list[tuple[frozenset[Role], Teller]] = []
_SHOWERS: list[tuple[frozenset[Role], Shower]] = []


def tells(*roles: Role) -> Callable[[Teller], Teller]:
    """Let a room of the house speak on the desks of these roles (all, if none)."""

    def register(teller: Teller) -> Teller:
        _TELLERS.append((frozenset(roles) or EVERYONE, teller))
        return teller

    return register


def shows(*roles: Role) -> Callable[[Shower], Shower]:
    """Let a room of the house hang a panel on the desks of these roles."""

    def register(shower: Shower) -> Shower:
        _SHOWERS.append((frozenset(roles) or EVERYONE, shower))
        return shower

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


def panels(session: Session, staff: Staff, now: datetime) -> tuple[Panel, ...]:
    """The pictures on this person's desk, in the order the rooms hang them."""
    shown = (
        shower(session, staff, now) for roles, shower in _SHOWERS if roles & staff.roles
    )
    return tuple(panel for panel in shown if panel is not None)
