"""What a stake is put down in at a table, and what it wins."""

from collections.abc import Mapping

from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.mississippi import Medium
from game.rulebooks.vic99 import CARIBBEAN_STUD
from rulebook import Cite, Cited


def taken(code: str, game: str) -> Cited[frozenset[Medium]] | None:
    """What a document takes stakes in; Baccarat's notice has nothing on it."""
    if game == "mississippi_stud" and code in MISSISSIPPI_STUD:
        return mississippi_rules(code).wagers.media
    return CARIBBEAN_STUD.wagers.media if game == "caribbean_stud" else None


def spoken(code: str, game: str) -> Cite | None:
    """The rule that lets a spoken bet count, once it is changed into chips."""
    if game == "mississippi_stud" and code in MISSISSIPPI_STUD:
        return mississippi_rules(code).wagers.spoken
    return CARIBBEAN_STUD.wagers.spoken if game == "caribbean_stud" else None


def paid_in(code: str, medium: Medium) -> Cited[Medium] | None:
    """What a stake wins where that is something else than itself: always chips."""
    stakes: Mapping[Medium, Cite] = {}
    if code in MISSISSIPPI_STUD:
        stakes = mississippi_rules(code).wagers.paid_in_chips
    cite = stakes.get(medium)
    return Cited(Medium.CHIPS, cite) if cite else None
