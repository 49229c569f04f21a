"""The floor as this house runs it, for the requests that act at a table."""

from flask import Flask, current_app

from house.floor.rounds.hooks import Floor, Room
from house.web.request import seal


def floor() -> Floor:
    """How rounds are run in this house."""
    return Floor(seal(), current_app.extensions["rooms"])


def init_app(app: Flask, rooms: tuple[Room, ...]) -> None:
    """Open the floor with the rooms that are asked and told, in this order."""
    app.extensions["rooms"] = rooms
