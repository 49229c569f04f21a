"""A round as it stands: what it was opened with, its boxes, and every move so far."""

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from game.play.moves import Move
from game.play.setup import Setup


class Seated(Protocol):
    """What every game has for each seat that takes part."""

    @property
    def seat(self) -> int:
        """The number of the seat."""


B = TypeVar("B", bound=Seated)


@dataclass(frozen=True, slots=True)
class State(Generic[B]):
    """One round of one game; each game adds what it needs to know."""

    setup: Setup
    boxes: tuple[B, ...] = field(default=(), kw_only=True)  # from the dealer's left
    moves: tuple[Move, ...] = field(default=(), repr=False, kw_only=True)

    def box(self, seat: int | None) -> B | None:
        """The box of a seat, if it takes part in the round."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        return None
