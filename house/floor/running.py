"""The floor as this house runs it, for the requests that act at a table."""

from flask import Flask, current_app

from house.floor.rounds.hooks import Room
from house.floor.rounds.play import Floor, Play
from house.web.request import seal


def floor() -> Floor:
    """How rounds are run in this house."""
    return Floor(seal(), *current_app.extensions["floor"])


def init_app(app: Flask, rooms: tuple[Room, ...], own: type[Play]) -> None:
    """Open the floor: who takes part in every round, and what the house plays."""
    app.extensions["floor"] = (rooms, own)
