"""Chips of several players as lines, drawn by the house. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.watching.spark import thinned

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 10, 12, 16
POINTS = 160  # of a line
STEPS = (1, 2, 5)
GRID = 5  # lines across, about
Went = Sequence[tuple[datetime, int]]


@dataclass(frozen=True, slots=True)
class Line:
    """One player's chips: where the line goes, and what it says."""

    name: str
    path: str
    first: int
    last: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines over the same moments, with a few figures at the side."""

    lines: tuple[Line, ...]
    marks: tuple[tuple[float, int], ...]  # where a line across stands, and for what

    @property
    def title(self) -> str:
        """What it shows, in a few words."""
        return f"Chips of {len(self.lines)} players from the first hand to the last"

    @property
    def desc(self) -> str:
        """What it shows, for whoever cannot see it."""
        return " ".join(
            f"{one.name}: from {one.first:,} to {one.last:,}, lowest {one.low:,}, "
            f"highest {one.high:,}."
            for one in self.lines
        )


def chart(went: Mapping[str, Went]) -> Chart | None:
    """The chart of these players; none where nothing ever moved."""
    moments = sorted({at for each in went.values() for at, _ in each})
    if len(moments) < 2:
        return None
    at = {moment: place for place, moment in enumerate(moments)}
    most = max(chips for each in went.values() for _, chips in each)
    top = max(most, 1)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def y(chips: int) -> float:
        return round(TOP + high * (1 - chips / top), 1)

    def x(moment: datetime) -> float:
        return round(LEFT + wide * at[moment] / (len(at) - 1), 1)

    lines = (_line(name, each, x, y) for name, each in went.items() if each)
    return Chart(tuple(lines), tuple((y(chips), chips) for chips in _marks(top)))


def _line(
    name: str, went: Went, x: Callable[[datetime], float], y: Callable[[int], float]
) -> Line:
    few = [went[place] for place in thinned(range(len(went)), POINTS)]
    chips = [has for _, has in went]
    path = " ".join(f"{x(moment)},{y(has)}" for moment, has in few)
    return Line(name, path, chips[0], chips[-1], min(chips), max(chips))


def _marks(top: int) -> list[int]:
    """A few round figures up to the highest."""
    size = 1
    while size * STEPS[-1] * GRID < top:
        size *= 10
    step = next((size * n for n in STEPS if size * n * GRID >= top), size * 10)
    return [*range(0, top + 1, step)]
