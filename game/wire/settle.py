"""`settle`: a recorded round in, every wager settled or every reason against it out."""

from collections.abc import Iterable
from importlib import import_module

from game.line import Line
from game.wire.lines import Answerer, BadLine, Json
from rulebook import Refusal

# The module that settles each game; it is read when its first round comes in.
SETTLERS = {
    "mississippi_stud": "game.mississippi.recorded",
    "caribbean_stud": "game.caribbean.recorded",
    "baccarat": "game.baccarat.recorded",
}

_settlers: dict[str, Answerer] = {}

Reason = tuple[int | None, Refusal]  # the seat it is about, if it is about one


def settle(request: Json) -> Json:
    """Settle a recorded round of any game."""
    game = request.get("game")
    if not isinstance(game, str) or game not in SETTLERS:
        raise BadLine(f"“game” must be one of {', '.join(SETTLERS)}.")
    if game not in _settlers:
        _settlers[game] = import_module(SETTLERS[game]).settle
    return _settlers[game](request)


def written(lines: Iterable[Line]) -> list[Json]:
    """Settled wagers as they are written out."""
    return [
        {
            "wager": line.wager,
            "stake": line.stake,
            "net": line.net,
            "rule": line.cite.id,
        }
        for line in lines
    ]


def refused(reasons: Iterable[Reason]) -> Json:
    """Every reason why a round is not settled, each with its seat and its rule."""
    return {
        "refused": [
            {"rule": why.cite.id, "seat": seat, "reason": why.reason}
            for seat, why in reasons
        ]
    }
