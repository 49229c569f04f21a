"""Swiping in for a draw: whether tickets count only then, and from when."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from promotions.rules.series import PlannedDraw
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

ACTIVATED: Cite = HOUSE.at("PROMOTION-67")


@dataclass(frozen=True, slots=True)
class ActivationClause(Clause):
    """Whether a patron swipes in for each draw, and how long before it closes."""

    cites = (ACTIVATED,)
    title = "Swiping in"

    needed: bool = False
    before_minutes: int | None = None  # entries close

    def text(self, terms: "Terms") -> str:
        """From when until when tickets are made to count."""
        if not self.needed:
            return ""
        time = wording.length(self.before_minutes) if self.before_minutes else "?"
        return (
            "Tickets count for a draw once their holder has swiped in for it at a "
            f"kiosk, from {time} before its entries close until they close."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """How long before."""
        if self.needed and not self.before_minutes:
            wrong = "It is not said from when patrons swipe in."
            yield self.gap("before_minutes", wrong, "Enter minutes before closing.")

    def opens_at(self, draw: PlannedDraw) -> datetime:
        """From when a patron can swipe in for a draw."""
        return draw.closes_at - timedelta(minutes=self.before_minutes or 0)

    def against(
        self, draw: PlannedDraw | None, tickets: int, now: datetime
    ) -> Iterator[Refusal]:
        """Why nobody with so many tickets can swipe in for a draw now."""
        if not self.needed or draw is None:
            wrong = "There is no draw to swipe in for."
            yield Refusal(ACTIVATED, wrong, "Tickets count as they are.")
        elif not self.opens_at(draw) <= now < draw.closes_at:
            wrong = "It is not the time to swipe in."
            right = (
                f"It opens {wording.length(self.before_minutes or 0)} before closing."
            )
            yield Refusal(ACTIVATED, wrong, right)
        elif tickets < 1:
            wrong = "There are no tickets for this draw."
            yield Refusal(ACTIVATED, wrong, "Earn one first.")
