"""The floor as this house runs it, for the requests that act at a table."""

from collections.abc import Mapping

from flask import Flask, current_app

from house.floor.rounds.hooks import Room
from house.floor.rounds.play import Borrower, Floor, Play
from house.web.request import seal


def floor() -> Floor:
    """How rounds are run in this house."""
    return Floor(seal(), *current_app.extensions["floor"])


def init_app(
    app: Flask,
    rooms: tuple[Room, ...],
    own: type[Play],
    borrowers: Mapping[str, Borrower],
) -> None:
    """Open the floor: who takes part, what the house plays, whom it lends tables."""
    app.extensions["floor"] = (rooms, own, borrowers)
