"""What a screen may show besides the sign of a table: each room brings its kinds.

The floor knows the address, who may have it and how it is withdrawn; what is on the
picture it asks whoever named the kind.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Flask, current_app
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from house.floor.signs.models import DisplayRow


@dataclass(frozen=True, slots=True)
class Shows:
    """A kind of screen: the whole page, and the part of it that is asked for again."""

    page: Callable[[DisplayRow], ResponseReturnValue]
    part: Callable[[DisplayRow], ResponseReturnValue]


def init_app(app: Flask, kinds: Mapping[str, Shows]) -> None:
    """Let rooms show what they have on the screens of the house."""
    app.extensions["screens"] = kinds


def of(screen: DisplayRow) -> Shows | None:
    """Who has the picture of a screen; nobody has that of a kind unheard of."""
    kinds: Mapping[str, Shows] = current_app.extensions["screens"]
    return kinds.get(screen.shows)


def find(session: Session, token: str) -> DisplayRow | None:
    """The screen behind an address, whatever it shows."""
    query = select(DisplayRow).where(
        col(DisplayRow.token) == token, col(DisplayRow.withdrawn_at).is_(None)
    )
    return session.exec(query).first()
