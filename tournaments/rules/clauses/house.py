"""What the documents leave open and a real event needs: the house's own clauses."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


class TieBreak(StrEnum):
    """One way to decide a tie."""

    PLAY_OFF = "play-off"
    EARLIER_STACK = "earlier-stack"
    HIGH_CARD = "high-card"
    LOT = "lot"
    SHARED = "shared"


_DECIDES = frozenset({TieBreak.HIGH_CARD, TieBreak.LOT})


@dataclass(frozen=True, slots=True)
class TieClause(Clause):
    """What decides a tie for a place or for going on, step by step to the last."""

    cites = (HOUSE.at("TOURN-2"), Cite("CROWN3-12.5.2(a)"))
    title = "What decides a tie"

    order: tuple[TieBreak, ...] = ()
    play_off_hands: int = 0
    play_off_chips: int = 0

    def text(self, terms: "Terms") -> str:
        """Each step in its order."""
        steps = [self._step(way) for way in self.order]
        return (
            f"Equal stacks are decided by {', then by '.join(steps) or wording.BLANK}."
        )

    def _step(self, way: TieBreak) -> str:
        return {
            TieBreak.PLAY_OFF: "a play-off of "
            f"{wording.many(self.play_off_hands, 'hand')} with "
            f"{wording.chips(self.play_off_chips)} each",
            TieBreak.EARLIER_STACK: "the higher stack before the last hand",
            TieBreak.HIGH_CARD: "the highest card drawn, suits ranking spades, hearts, "
            "diamonds, clubs",
            TieBreak.LOT: "lot, drawn in view of the players",
            TieBreak.SHARED: "sharing the prizes of the places equally, where only "
            "prizes depend on it",
        }[way]

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one step."""
        if not self.order:
            yield self.gap(
                "order",
                "Nothing says what decides a tie.",
                "Choose the steps in order.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Each step once, the last one certain, a play-off with hands and chips."""
        if len(set(self.order)) != len(self.order):
            yield self.gap("order", "A step comes twice.", "List each step once.")
        if self.order and self.order[-1] not in _DECIDES:
            yield self.gap(
                "order",
                f"A tie can remain: “{self.order[-1]}” need not decide who goes on.",
                "End with the highest card or with a lot.",
            )
        if TieBreak.PLAY_OFF in self.order:
            for field, name in (
                ("play_off_hands", "hands"),
                ("play_off_chips", "chips"),
            ):
                if not getattr(self, field):
                    yield self.gap(
                        field, f"The play-off has no {name}.", f"Enter the {name}."
                    )


@dataclass(frozen=True, slots=True)
class BreaksClause(Clause):
    """Breaks between stages, and a meal in a long day."""

    cites = (HOUSE.at("TOURN-9"),)
    title = "Breaks"

    least_minutes: int = 10  # between stages
    meal_minutes: int = 30
    meal_within_minutes: int = 300  # of the start of play, and of the last meal

    def text(self, terms: "Terms") -> str:
        """The breaks players can count on."""
        return (
            f"Between two stages lie at least {wording.length(self.least_minutes)}. A "
            f"break of at least {wording.length(self.meal_minutes)} comes within "
            f"{wording.length(self.meal_within_minutes)} of play."
        )


@dataclass(frozen=True, slots=True)
class PracticeClause(Clause):
    """Instruction and practice hands before play, where they are offered."""

    cites = (Cite("CROWN3-12.3.2"),)
    title = "Instruction before play"
    binding = False

    demonstration: bool = False
    hands: int = 0

    def text(self, terms: "Terms") -> str:
        """What is offered, and that it does not count."""
        offers = []
        if self.demonstration:
            offers.append("a demonstration by the Dealer")
        if self.hands:
            offers.append(wording.many(self.hands, "practice hand"))
        if not offers:
            return "No instruction is offered before play."
        return (
            f"Before play, players are offered {wording.listed(offers)}; practice "
            "changes neither stacks nor places."
        )
