"""The games a table can play, behind one interface."""

from collections.abc import Mapping

from game.baccarat.game import BACCARAT
from game.caribbean.game import CARIBBEAN_STUD
from game.mississippi.game import MISSISSIPPI_STUD
from game.play.game import Game

GAMES: Mapping[str, Game] = {
    game.name: game for game in (MISSISSIPPI_STUD, CARIBBEAN_STUD, BACCARAT)
}
