"""What a dealer does by hand at this moment of a round, as the document has it."""

from collections.abc import Mapping

from game.play.phases import Phase
from rulebook.guidance import CONSOLE, Guidance, Moment, shown_on

MOMENTS: Mapping[str, Moment] = {
    Phase.BETTING: Moment.CARDS_READY,
    Phase.DEALING: Moment.DEALING,
    Phase.DECIDING: Moment.DECIDING,
    Phase.SETTLING: Moment.SETTLING,
}


def by_hand(code: str, phase: str) -> tuple[Guidance, ...]:
    """The rules that only hands can keep now; none between rounds."""
    moment = MOMENTS.get(phase)
    return shown_on(CONSOLE, code, moment) if moment else ()
