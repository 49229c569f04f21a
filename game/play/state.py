"""A round as it stands: what it was opened with, its boxes, and every move so far."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from game.play.moves import Move
from game.play.sealed import Sealed
from game.play.setup import Setup

B = TypeVar("B")  # what every seat that takes part has, its number first


@dataclass(frozen=True, slots=True)
class State(Generic[B]):
    """One round of one game; each game adds what it needs to know."""

    setup: Setup
    boxes: tuple[B, ...] = field(default=(), kw_only=True)  # from the dealer's left
    sealed: tuple[Sealed, ...] = field(default=(), kw_only=True)  # made in secret
    moves: tuple[Move, ...] = field(default=(), repr=False, kw_only=True)

    def box(self, seat: int | None) -> B | None:
        """The box of a seat, if it takes part in the round."""
        boxes: tuple[Any, ...] = self.boxes
        for box in boxes:
            if box.seat == seat:
                return cast("B", box)
        return None
