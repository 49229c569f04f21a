"""What becomes of a wager where a ruling, and not the cards, decides it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.line import Line
from rulebook import Cite


class Fate(StrEnum):
    """What becomes of a stake."""

    RETURNED = "goes back"
    COLLECTED = "is collected"
    CARRIED = "stays for the next round"
    STANDS = "stands as it is"


@dataclass(frozen=True, slots=True)
class RuledWager:
    """One wager of a hand that a ruling has decided, and under which rule."""

    wager: str
    fate: Fate
    cite: Cite


Ruled = tuple[RuledWager, ...]

# The moves by which a ruling decides single wagers.
WAGER_MOVES = {
    "return_wager": Fate.RETURNED,
    "collect_wager": Fate.COLLECTED,
    "carry_wager": Fate.CARRIED,
}


def ruled_on(ruled: Ruled, wager: str) -> RuledWager | None:
    """What a ruling made of a wager last, if one did."""
    return next((one for one in reversed(ruled) if one.wager == wager), None)


def overruled(lines: Iterable[Line], ruled: Ruled) -> Iterator[Line]:
    """Lines as rulings leave them: a carried wager is not settled in this round."""
    for line in lines:
        one = ruled_on(ruled, line.wager)
        if one is None:
            yield line
        elif one.fate is not Fate.CARRIED:
            net = -line.stake if one.fate is Fate.COLLECTED else 0
            yield Line(line.seat, line.wager, line.stake, net, one.cite)
