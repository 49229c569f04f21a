"""Who may not win, and under which rule: asked when entries close, and at the claim."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from rulebook import HOUSE, Cite


class Ground(StrEnum):
    """Why tickets of somebody are not in a list under their own name."""

    EXCLUDED = "excluded"
    MINOR = "minor"
    STAFF = "staff"
    RELATIVE = "relative"
    BOUND = "bound"  # watches over the draw, holds it, or made the promotion
    NOT_ACTIVATED = "not swiped in"
    MERGED = "merged"  # the tickets count for the record that stands for them


RULES: dict[Ground, Cite] = {
    Ground.EXCLUDED: HOUSE.at("PROMOTION-53"),
    Ground.MINOR: HOUSE.at("PROMOTION-54"),
    Ground.STAFF: HOUSE.at("PROMOTION-55"),
    Ground.RELATIVE: HOUSE.at("PROMOTION-55"),
    Ground.BOUND: HOUSE.at("PROMOTION-56"),
    Ground.NOT_ACTIVATED: HOUSE.at("PROMOTION-67"),
    Ground.MERGED: HOUSE.at("PROMOTION-57"),
}
LEAP_DAY = (2, 29)


@dataclass(frozen=True, slots=True)
class Removal:
    """A patron who may not win, with the ground and a sentence."""

    patron_id: int
    ground: Ground
    why: str

    @property
    def cite(self) -> Cite:
        """The rule that says so."""
        return RULES[self.ground]


def youngest(day: date, least_age: int) -> date:
    """The latest day of birth with which somebody is old enough on a day."""
    if (day.month, day.day) == LEAP_DAY:
        day = day.replace(day=28)
    return day.replace(year=day.year - least_age)
