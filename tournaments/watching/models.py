"""The table of what the director switches a tournament's screens to."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field

from house.db import SignedRow, key_of


class Picture(StrEnum):
    """What a screen of a tournament can show."""

    LOBBY = "lobby"
    SEATS = "seats"
    TABLES = "tables"
    HAND = "hand"
    STANDINGS = "standings"
    MOVES = "moves"
    PRIZES = "prizes"
    MESSAGE = "message"


class ScreenRow(SignedRow, table=True):
    """What a screen shows in turn, and a message: the newest row holds."""

    __tablename__ = "tournament_screen"

    display_id: int = key_of("display", index=True)
    pictures: list[Any] = Field(sa_type=JSON)  # in their order
    seconds: int  # each is shown
    message: str = Field(default="", max_length=200)
