"""`settle`: a recorded round in, every wager settled or every reason against it out."""

from game.baccarat import recorded as baccarat
from game.caribbean import recorded as caribbean
from game.mississippi import recorded as mississippi
from game.wire.lines import BadLine, Json, Spelt

SETTLERS = {
    "mississippi_stud": mississippi.settle,
    "caribbean_stud": caribbean.settle,
    "baccarat": baccarat.settle,
}


def settle(request: Json) -> Json | Spelt:
    """Settle a recorded round of any game."""
    game = request.get("game")
    if not isinstance(game, str) or game not in SETTLERS:
        raise BadLine(f"“game” must be one of {', '.join(SETTLERS)}.")
    return SETTLERS[game](request)
