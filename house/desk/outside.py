"""The house from the street: what each room shows to whoever is not signed in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import Flask, current_app
from sqlmodel import Session


@dataclass(frozen=True, slots=True)
class Announced:
    """Something that people may come for, and where it says more."""

    name: str
    href: str
    sentence: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """What one room announces under one heading."""

    title: str
    sentence: str  # the same as the heading of the page, where it comes first
    announced: tuple[Announced, ...]


Announces = Callable[[Session, datetime], Iterator[Section]]


def init_app(app: Flask, *rooms: Announces) -> None:
    """Let rooms announce what they have, in this order."""
    app.extensions["outside"] = rooms


def sections(session: Session, now: datetime) -> tuple[Section, ...]:
    """Everything that is announced, room by room."""
    rooms: tuple[Announces, ...] = current_app.extensions["outside"]
    return tuple(section for room in rooms for section in room(session, now))
