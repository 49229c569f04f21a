"""`settle`: a recorded round in, every wager settled or every reason against it out."""

from collections.abc import Iterable, Mapping
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


def ended(seat: int, category: str, result: str) -> Json:
    """How a seat has ended; its settled wagers are written into it."""
    return {"seat": seat, "category": category, "result": result, "lines": [], "net": 0}


def write_lines(lines: Iterable[Line], seats: Mapping[int, Json]) -> None:
    """Write each settled wager down at its seat, and what they come to there."""
    for seat, wager, stake, net, cite in lines:
        told = seats[seat]
        told["lines"].append(
            {"wager": wager, "stake": stake, "net": net, "rule": cite.id}
        )
        told["net"] += net


def refused(reasons: Iterable[Reason]) -> Json:
    """Every reason why a round is not settled, each with its seat and its rule."""
    return {
        "refused": [
            {"rule": why.cite.id, "seat": seat, "reason": why.reason}
            for seat, why in reasons
        ]
    }
