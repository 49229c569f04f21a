"""A table seen from above: a half-moon with its places around the rim."""

from dataclasses import dataclass
from math import cos, pi, sin

CENTRE_X, CENTRE_Y = 32.0, 32.4
REACH_X, REACH_Y = 25.5, 25.8
LARGEST, GAP = 3.1, 1.4


@dataclass(frozen=True, slots=True)
class Place:
    """Where one seat is drawn, from the dealer's left."""

    x: float
    y: float
    r: float


def places(count: int) -> tuple[Place, ...]:
    """The seats of a table, evenly around its rim, smaller when there are many."""
    if count < 1:
        return ()
    edge = pi / 12
    step = (pi - 2 * edge) / (count - 1) if count > 1 else pi
    first = edge if count > 1 else pi / 2
    radius = round(min(LARGEST, (REACH_X * step - GAP) / 2), 2)
    angles = [pi - first - step * seat for seat in range(count)]
    return tuple(
        Place(
            round(CENTRE_X + REACH_X * cos(angle), 1),
            round(CENTRE_Y - REACH_Y * sin(angle), 1),
            radius,
        )
        for angle in angles
    )
