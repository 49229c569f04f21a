"""What is told of a settled round: how each seat has ended, or all that is wrong."""

from collections.abc import Iterable, Mapping

from game.line import Line
from game.wire.lines import Json
from rulebook import Refusal

Reason = tuple[int | None, Refusal]  # the seat it is about, if it is about one


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
