"""What happens to a prize when the phrase or the scrutineer of its draw is gone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook import HOUSE
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class AgainClause(Clause):
    """A draw that cannot go on under its number goes on under the next."""

    cites = (HOUSE.at("PROMOTION-106"),)
    title = "When a draw cannot go on"

    said: bool = False

    def text(self, terms: "Terms") -> str:
        """The way forward, for everybody to read before it is needed."""
        if not self.said:
            return ""
        return (
            "Where a draw is given up before anything was drawn, or a prize falls "
            "vacant and the scrutineer or the scrutineer’s phrase is gone, it is drawn "
            "under the next number from the same list less whoever was drawn from it, "
            "before another scrutineer or with a new phrase. The first number, its "
            "result and the reason stay published. So it is where the integrity of a "
            "draw was in doubt and its result is set aside: what was handed over "
            "stays, and everybody else is in the list again."
        )
