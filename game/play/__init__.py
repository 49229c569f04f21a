"""A round of any game as a table console sees it: one interface over every game."""

from game.play.games import GAMES, Game
from game.play.moves import Move
from game.play.offers import Amounts, Extra, Offer, Wanted
from game.play.setup import Limits, SeatLimits, Setup, read_setup, write_setup
from game.play.state import State

__all__ = [
    "GAMES",
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
