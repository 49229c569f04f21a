"""What is decided of a round so far, as a ruling finds it and leaves it."""

from collections.abc import Iterator

from game.caribbean.dealers_hand import NO_HAND
from game.caribbean.round import JACKPOT, Box, Round
from game.caribbean.settlement import paid, staked
from game.fates import Fate, overruled, ruled_on
from game.line import Line
from rulebook import Cite


def decided(now: Round) -> tuple[Line, ...]:
    """The lines of the wagers that nothing can change any more but a ruling."""
    over = [b for b in now.boxes if b.seat in now.settled or b.out or now.dealer_dead]
    open_still = (box for box in now.boxes if box not in over)
    ruled = (line for box in open_still for line in _ruled_lines(now, box))
    return (*paid(now, over), *ruled)


def _ruled_lines(now: Round, box: Box) -> Iterator[Line]:
    stakes = staked(now)[box.seat].items()
    lying = (Line(box.seat, w, n, 0, NO_HAND) for w, n in stakes)
    yield from overruled((x for x in lying if ruled_on(box.fates, x.wager)), box.fates)


def carried(now: Round) -> dict[tuple[int, str], Cite]:
    """The jackpot wagers that wait for the next round, each with its rule."""
    found = ((box, ruled_on(box.fates, JACKPOT)) for box in now.boxes)
    return {
        (box.seat, JACKPOT): one.cite
        for box, one in found
        if box.in_jackpot and one is not None and one.fate is Fate.CARRIED
    }
