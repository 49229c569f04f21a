"""A stack as a small line, drawn by the house and told in words."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, EDGE = 64, 20, 3
POINTS = 24  # more than a phone can tell apart


@dataclass(frozen=True, slots=True)
class Spark:
    """What a stack came to, one value after the other."""

    values: tuple[int, ...]

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """Where the line goes, from the first value to the last."""
        shown = thinned(self.values)
        low, high = min(shown), max(shown)
        step = (WIDTH - 4) / max(len(shown) - 1, 1)
        room = HEIGHT - 2 * EDGE
        return tuple(
            (
                round(2 + step * at, 1),
                round(HEIGHT - EDGE - room * (has - low) / (high - low or 1), 1),
            )
            for at, has in enumerate(shown)
        )

    @property
    def line(self) -> str:
        """The points as a polyline takes them."""
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def title(self) -> str:
        """What the line shows, for whoever cannot see it."""
        first, last = self.values[0], self.values[-1]
        low, high = min(self.values), max(self.values)
        return f"From {first:,} to {last:,}; lowest {low:,}, highest {high:,}"


def thinned(values: Sequence[int], most: int = POINTS) -> tuple[int, ...]:
    """At most so many values, evenly taken, with the first and the last."""
    if len(values) <= most:
        return tuple(values)
    step = (len(values) - 1) / (most - 1)
    return tuple(values[round(step * at)] for at in range(most))
