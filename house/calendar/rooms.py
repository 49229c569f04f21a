"""The rooms of the house that say what they have planned."""

from collections.abc import Callable, Iterable

from flask import Flask, current_app
from sqlmodel import Session

from house.calendar.rules import Planned

Plans = Callable[[Session], Iterable[Planned]]


def init_app(app: Flask, *rooms: Plans) -> None:
    """Let rooms say what they have planned."""
    app.extensions["calendar"] = rooms


def planned(session: Session) -> tuple[Planned, ...]:
    """Everything that any room has planned."""
    rooms: tuple[Plans, ...] = current_app.extensions["calendar"]
    return tuple(each for room in rooms for each in room(session))
