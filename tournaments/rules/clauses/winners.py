"""Elimination and winners: CROWN3-12.5 and 12.5.2, which 12.4 demands as well."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from tournaments.rules.ranking import Cut, lowest

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class EliminationClause(Clause):
    """How players are knocked out."""

    cites = (Cite("CROWN3-12.5(a)"),)
    title = "How players are eliminated"

    not_through: bool = False  # at the end of a stage, whoever does not go on
    broke: bool = False  # who cannot meet the compulsory wager
    lowest_after_hands: tuple[int, ...] = ()  # of each session and table

    def text(self, terms: "Terms") -> str:
        """Every way out of the tournament by play."""
        ways = []
        if self.broke:
            ways.append("when the stack cannot meet the least wager")
        if self.lowest_after_hands:
            hands = wording.listed(f"{hand}" for hand in self.lowest_after_hands)
            ways.append(
                "when the stack is the lowest of the table after "
                f"hand{'s' if len(self.lowest_after_hands) > 1 else ''} {hands} of a "
                "session"
            )
        if self.not_through:
            ways.append("when a stage ends and the player does not go on")
        return f"A player is eliminated {wording.listed(ways, 'or')}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one way out."""
        if not (self.not_through or self.broke or self.lowest_after_hands):
            yield self.gap(
                "not_through",
                "Nothing says how players are eliminated.",
                "Choose at least one way.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Elimination hands are played hands, in order."""
        hands = self.lowest_after_hands
        if hands != tuple(sorted(set(hands))) or 0 in hands:
            yield self.gap(
                "lowest_after_hands",
                "The elimination hands are not in order.",
                "Enter each once, from the first to the last.",
            )
        for r in terms.format.stages.stages:
            if hands and r.hands and max(hands) > r.hands:
                yield self.gap(
                    "lowest_after_hands",
                    f"Hand {max(hands)} eliminates, and "
                    f"{wording.does(r.called, 'has')} {wording.many(r.hands, 'hand')}.",
                    "Enter hands that are played.",
                )
        if not self.not_through and len(terms.format.stages.main) > 1:
            yield self.gap(
                "not_through",
                "There are several stages, and nobody is eliminated at their end.",
                "Say that who does not go on is eliminated.",
            )

    def after(self, hand: int, stacks: Mapping[str, int]) -> Cut:
        """Who is out at a table after this hand, and who is tied for it."""
        if hand in self.lowest_after_hands:
            return lowest(stacks, 1)
        return Cut(chosen=(), tied=(), places=0)


class WinnerBy(StrEnum):
    """What decides the places."""

    FINAL_STACK = "final-stack"
    SESSION_STACK = "session-stack"


@dataclass(frozen=True, slots=True)
class WinnerClause(Clause):
    """What decides the winner and the places after."""

    cites = (Cite("CROWN3-12.5.2(a)"),)
    title = "Who wins"

    by: WinnerBy | None = None

    def text(self, terms: "Terms") -> str:
        """How the places are decided."""
        if self.by is None:
            return f"The winner: {wording.BLANK}."
        final = terms.format.stages.final
        name = final.called if final else wording.BLANK
        if self.by is WinnerBy.FINAL_STACK:
            return (
                f"The highest stack after the last hand of {name} wins, and the other "
                "finalists are placed by their stacks. Other players are placed by the "
                "stage they reached and their stack at its end."
            )
        return (
            f"All stacks at the end of the sessions of {name} are ranked together; "
            "the highest wins, and the others are placed after it."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The criterion, and what decides a tie."""
        if self.by is None:
            yield self.gap(
                "by", "Nothing says what decides the winner.", "Choose what does."
            )
        if not terms.house.ties.order:
            yield self.gap(
                "/house.ties.order",
                "Nothing says what decides a tie for a place.",
                "Choose the tie rule.",
            )
