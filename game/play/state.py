"""A round as it stands: what it was opened with, and every move since."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from game.fates import Ruled, RuledWager
from game.play.moves import Move
from game.play.setup import Setup
from rulebook import Cite

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Side:
    """A side bet beside the main game, staked before the first card."""

    seat: int
    wager: str
    stake: int


@dataclass(frozen=True, slots=True)
class State(Generic[R]):
    """One round of one game; `round` is the engine's own value."""

    setup: Setup
    round: R
    sides: tuple[Side, ...] = ()
    void: tuple[tuple[int, Cite], ...] = ()  # seats ruled out where the engine has none
    ruled: tuple[tuple[int, RuledWager], ...] = ()  # single wagers, by seat
    moves: tuple[Move, ...] = field(default=(), repr=False)

    def voided(self, seat: int) -> Cite | None:
        """The rule under which a seat's wagers are void, if they are."""
        return dict(self.void).get(seat)

    def ruled_at(self, seat: int) -> Ruled:
        """What rulings made of single wagers of a seat, in order."""
        return tuple(one for at, one in self.ruled if at == seat)
