"""A round of any game as everything above the engine plays it: the protocol alone.

What is played stands in `game.mississippi`, `game.caribbean` and `game.baccarat`;
`game.games` lists them.
"""

from game.play.acts import Act
from game.play.game import Game
from game.play.moves import Move
from game.play.offers import Amounts, Extra, Offer, Wanted
from game.play.setup import Limits, SeatLimits, Setup, read_setup, write_setup
from game.play.state import State

__all__ = [
    "Act",
    "Amounts",
    "Extra",
    "Game",
    "Limits",
    "Move",
    "Offer",
    "SeatLimits",
    "Setup",
    "State",
    "Wanted",
    "read_setup",
    "write_setup",
]
