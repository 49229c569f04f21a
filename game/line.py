"""A settled wager: what was staked, what it won or lost, and the rule that says so."""

from collections.abc import Iterable
from typing import NamedTuple

from rulebook import Cite


class Line(NamedTuple):
    """One settled wager; `net` leaves the stake out: a push is 0, a loss −stake."""

    seat: int
    wager: str
    stake: int
    net: int
    cite: Cite


def net(lines: Iterable[Line]) -> int:
    """What the lines come to together."""
    return sum(line.net for line in lines)
