"""A meter over its last days as a curve, and what the curve says. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from house.money import dollars

WIDTH, HEIGHT = 650, 190
LEFT, RIGHT, TOP, BOTTOM = 6, 64, 14, 22
FALL = 0.995  # a day that ends lower than this share of the one before paid a prize


@dataclass(frozen=True, slots=True)
class Point:
    """The meter at one instant, and where that is drawn."""

    at: datetime
    cents: int
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """The curve with its floor, scale and finding."""

    points: tuple[Point, ...]
    seed_y: float
    seed_cents: int
    marks: tuple[tuple[float, int], ...]
    falls: tuple[Point, ...]

    @property
    def line(self) -> str:
        """The points as a polyline takes them."""
        return " ".join(f"{p.x:.1f},{p.y:.1f}" for p in self.points)

    @property
    def last(self) -> Point:
        """The meter now."""
        return self.points[-1]

    @property
    def rows(self) -> Sequence[Point]:
        """About ten of the points, the newest first, for the table beside it."""
        step = max(1, (len(self.points) - 1) // 9)
        return self.points[::-1][::step]


def draw(
    moments: Sequence[datetime], values: Sequence[int | None], seed_cents: int
) -> Chart | None:
    """The chart of what is known; nothing before there are two points."""
    known = [
        (at, v) for at, v in zip(moments, values, strict=True) if v is not None and v
    ]
    if len(known) < 2:
        return None
    low = min(seed_cents, *(v for _, v in known)) * 96 // 100
    high = max(v for _, v in known)
    span = max(1, high - low)
    start, length = known[0][0], (known[-1][0] - known[0][0]).total_seconds() or 1

    def y(cents: int) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (cents - low) / span

    def x(at: datetime) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (at - start).total_seconds() / length

    points = tuple(Point(at, v, x(at), y(v)) for at, v in known)
    falls = tuple(
        after for before, after in pairwise(points) if after.cents < before.cents * FALL
    )
    marks = tuple((y(cents), cents) for cents in _marks(low, high))
    return Chart(points, y(seed_cents), seed_cents, marks, falls)


def _marks(low: int, high: int) -> Sequence[int]:
    """Two or three round sums for the scale."""
    step = 100_00
    while (high - low) // step > 3:
        step *= 5 if str(step)[0] == "1" else 2
    return range(-(-low // step) * step, high + 1, step)


def finding(chart: Chart, day_of: object) -> str:
    """What the curve says in a sentence, for those who do not see it."""
    said = day_of if callable(day_of) else str
    first, last = chart.points[0], chart.last
    top = max(chart.points, key=lambda p: p.cents)
    moved = "rose" if last.cents >= first.cents else "fell"
    paid = ""
    if chart.falls:
        *days, last_day = (said(p.at) for p in chart.falls)
        listed = f"{', '.join(days)} and {last_day}" if days else last_day
        paid = f" Prizes were paid from it before {listed}."
    return (
        f"The meter {moved} from {dollars(first.cents)} on {said(first.at)} to "
        f"{dollars(last.cents)} now, and was highest at {dollars(top.cents)} "
        f"on {said(top.at)}.{paid}"
    )
