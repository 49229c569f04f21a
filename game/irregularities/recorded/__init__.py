"""A round as `settle` takes it, written down up to where it went wrong."""

from collections.abc import Callable, Mapping

from game.irregularities.recorded import baccarat, caribbean_stud, mississippi
from game.irregularities.recorded.written import STAGES, Written
from game.wire.limits import read_limits
from game.wire.lines import BadLine, Json

__all__ = ["STAGES", "Written", "read"]


def read(request: Json, *, trust: frozenset[str] = frozenset()) -> Written:
    """The round of a request; `trust` names what went wrong and is not checked."""
    game = request.get("game")
    if not isinstance(game, str) or game not in _READERS:
        raise BadLine(f"“game” must be one of {', '.join(_READERS)}.")
    stage = request.get("stage")
    if stage is not None and stage not in tuple(STAGES):
        raise BadLine(f"“stage” must be one of {', '.join(STAGES)}.")
    read_limits(request.get("limits"))
    return _READERS[game](request, trust)


_READERS: Mapping[str, Callable[[Json, frozenset[str]], Written]] = {
    "mississippi_stud": mississippi.read,
    "caribbean_stud": caribbean_stud.read,
    "baccarat": baccarat.read,
}
