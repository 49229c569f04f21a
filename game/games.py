"""The games a table can play, behind one interface."""

from collections.abc import Mapping
from typing import Any

from game.baccarat.game import BACCARAT
from game.caribbean.game import CARIBBEAN_STUD
from game.mississippi.game import MISSISSIPPI_STUD
from game.play.acts import Act
from game.play.game import Game

GAMES: Mapping[str, Game] = {
    game.name: game for game in (MISSISSIPPI_STUD, CARIBBEAN_STUD, BACCARAT)
}

# An act is told in the same words in every game that has it, so that a record can be
# read without knowing what was played.
ACTS: Mapping[str, Act[Any]] = {
    name: act for game in GAMES.values() for name, act in game.acts.items()
}
