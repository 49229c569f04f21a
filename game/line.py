"""A settled wager: what was staked, what it won or lost, and the rule that says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rulebook import Cite


class Line(NamedTuple):
    """One settled wager; `net` leaves the stake out: a push is 0, a loss −stake."""

    seat: int
    wager: str
    stake: int
    net: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class Claim:
    """A jackpot wager still alive when the hands are known: the jackpot decides it."""

    seat: int
    stake: int  # 0 where the wager is lost and only a share in others' luck is left
    rank: int  # 0 where the hand cannot win any more
    folded: bool
    cite: Cite


def net(lines: Iterable[Line]) -> int:
    """What the lines come to together."""
    return sum(line.net for line in lines)
