"""The game that the terms of a tournament name. Pure."""

from rulebook import VIC99
from tournaments.rules.clauses.names import NamesClause

MISSISSIPPI, CARIBBEAN = "mississippi_stud", "caribbean_stud"
BACCARAT = "baccarat"


def game_of(names: NamesClause) -> str:
    """The game of the terms, as the engine calls it."""
    if names.rulebook != VIC99.code:
        return MISSISSIPPI
    return BACCARAT if BACCARAT in names.game.casefold() else CARIBBEAN
