"""What is decided of a round so far, as a ruling finds it and leaves it."""

from collections.abc import Iterator

from game.fates import Fate, overruled, ruled_on
from game.line import Line
from game.mississippi.hands import hand_at
from game.mississippi.round import JACKPOT, Box, Round
from game.mississippi.ruled_wagers import side_ruled
from game.mississippi.settlement import lines_of, wagers_of
from rulebook import Cite


def decided(now: Round) -> tuple[Line, ...]:
    """The lines of the wagers that nothing can change any more but a ruling."""
    return tuple(line for box in reversed(now.boxes) for line in _decided(now, box))


def _decided(now: Round, box: Box) -> Iterator[Line]:
    rules, over = now.table.rules, box.out or box.seat in now.settled
    if over:
        yield from lines_of(rules, box, hand_at(now, box))
    else:
        stakes = ((w, n) for w, n in wagers_of(now, box) if w not in dict(box.sides))
        lying = (Line(box.seat, w, n, 0, rules.void.hand) for w, n in stakes)
        ruled_ones = (line for line in lying if ruled_on(box.fates, line.wager))
        yield from overruled(ruled_ones, box.fates)
    for wager, stake in box.sides:
        if line := side_ruled(now, box, wager, stake):
            yield line


def carried(now: Round) -> dict[tuple[int, str], Cite]:
    """The jackpot wagers that wait for the next round, each with its rule."""
    found = ((box, ruled_on(box.fates, JACKPOT)) for box in now.boxes if box.jackpot)
    return {
        (box.seat, JACKPOT): one.cite
        for box, one in found
        if one is not None and one.fate is Fate.CARRIED
    }
