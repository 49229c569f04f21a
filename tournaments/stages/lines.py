"""Who played a closed stage, the largest stack first, as its page draws it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.stages import counted
from tournaments.stages.models import StageClosedRow

LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a stage: where, with how many chips, and whether they go on."""

    entry: counted.Entrant
    where: str
    chips: int
    goes_on: bool
    width: int  # in thousandths of the largest stack


def lines(played: counted.Played, closed: StageClosedRow) -> Sequence[Line]:
    """Everybody whose stack was confirmed at the closing."""
    told = {*closed.through, *map(int, closed.out)}
    sat = {entry: (at, n) for at in played.tables for entry, n in at.stacks.items()}
    most = max((chips for _, chips in sat.values()), default=0) or 1
    found = [
        Line(row, at.where, n, row.number in closed.through, n * LONGEST // most)
        for entry, (at, n) in sat.items()
        if (row := played.entries[entry]).number in told
    ]
    return sorted(found, key=lambda line: (-line.chips, line.entry.number))
