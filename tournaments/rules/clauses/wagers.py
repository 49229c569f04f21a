"""The wagers of the tournament: CROWN3-12.4.4 and VIC99-N26-14.2.8."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from tournaments.rules.tokens import ChipCount

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms

PLAYED_WITH: Cite = Cite("CROWN3-12.4.4(a)")


class ChipKind(StrEnum):
    """What is wagered."""

    TOURNAMENT = "tournament"
    CASH = "cash"


@dataclass(frozen=True, slots=True)
class ChipTypeClause(Clause):
    """Which chips are wagered, where they are not cash chips."""

    cites = (Cite("CROWN3-12.4.4(a)"),)
    title = "Type of chips"

    kind: ChipKind | None = None
    described: str = ""
    rack: tuple[ChipCount, ...] = ()  # in each table's tray when it opens

    def text(self, terms: "Terms") -> str:
        """The chips that may be wagered."""
        if self.kind is None:
            return f"Type of chips: {wording.BLANK}."
        if self.kind is ChipKind.CASH:
            return "Cash chips are used for tournament play."
        return (
            f"Only tournament chips are wagered: {wording.phrase(self.described)}. "
            "Cash chips are not accepted."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The kind, and how tournament chips can be told."""
        if self.kind is None:
            yield self.gap(
                "kind", "The type of chips is not chosen.", "Choose the chips used."
            )
        if self.kind is ChipKind.TOURNAMENT and not self.described.strip():
            yield self.gap(
                "described",
                "The tournament chips are not described.",
                "Say what they look like.",
            )

    def guard(self, facts: ChipKind) -> Iterator[Refusal]:
        """Why these chips are not brought to a table of the tournament."""
        if self.kind is not None and facts is not self.kind:
            wrong = f"{wording.capital(facts)} chips are no chips of the tournament."
            right = f"Only {self.kind} chips are wagered."
            yield Refusal(PLAYED_WITH, wrong, right)


@dataclass(frozen=True, slots=True)
class BetLevel:
    """The least and most Ante from a hand of a session on."""

    from_hand: int = 1
    least_chips: int = 0
    most_chips: int = 0  # nought: no maximum but the stack
    step_chips: int = 0  # nought: any amount

    def text(self) -> str:
        """The level as half a sentence."""
        most = (
            f"at most {self.most_chips:,}" if self.most_chips else "without a maximum"
        )
        step = f", in steps of {self.step_chips:,}" if self.step_chips else ""
        start = f"from hand {self.from_hand} on, " if self.from_hand > 1 else ""
        return f"{start}at least {wording.chips(self.least_chips)} and {most}{step}"


def _wager(terms: "Terms") -> str:
    """What every hand begins with, in the words of its game."""
    return "a wager" if terms.wagers.baccarat.text(terms) else "the Ante"


@dataclass(frozen=True, slots=True)
class CompulsoryWagerClause(Clause):
    """The minimum or compulsory wager of each round of play, or how it is fixed."""

    cites = (Cite("CROWN3-12.4.4(b)"),)
    title = "Minimum or compulsory wager"

    compulsory: bool | None = None  # whether every player must wager in every hand
    levels: tuple[BetLevel, ...] = ()
    street_most: int = 3  # times the Ante
    basis: str = ""

    def text(self, terms: "Terms") -> str:
        """Whether the Ante is compulsory, and its limits."""
        if self.compulsory is None:
            return f"Minimum or compulsory wager: {wording.BLANK}."
        wager = _wager(terms)
        must = (
            f"Every player places {wager} in every hand."
            if self.compulsory
            else "A player may sit a hand out."
        )
        levels = (level.text() for level in self.levels)
        limits = f" {wording.capital(wager)} is {'; '.join(levels)}."
        basis = f" {wording.ended(self.basis)}" if self.basis.strip() else ""
        return f"{must}{limits if self.levels else ''}{self._streets(terms)}{basis}"

    def _streets(self, terms: "Terms") -> str:
        """What a later bet may be, where the game has streets."""
        if terms.wagers.baccarat.text(terms) or terms.wagers.caribbean.text(terms):
            return ""
        most = wording.number(self.street_most)
        return f" A bet on a later street is one to {most} times the Ante."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided, and with an amount or a way to fix it."""
        if self.compulsory is None:
            yield self.gap(
                "compulsory",
                "It is not decided whether a wager is compulsory in every hand.",
                "Choose yes or no.",
            )
        if not self.levels and not self.basis.strip():
            yield self.gap(
                "levels",
                "The Ante has no minimum.",
                "Enter the amount, or say how it is fixed.",
            )
        for at, level in enumerate(self.levels):
            if not level.least_chips:
                yield self.gap(
                    f"levels.{at}.least_chips", "A minimum is nothing.", "Enter it."
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Minimum below maximum, both on the step, levels in order of hands."""
        for at, level in enumerate(self.levels):
            if level.most_chips and level.most_chips < level.least_chips:
                yield self.gap(
                    f"levels.{at}.most_chips",
                    f"The most, {level.most_chips:,}, is below the least, "
                    f"{level.least_chips:,}.",
                    "Enter a maximum that is not below the minimum.",
                )
            if level.step_chips and level.least_chips % level.step_chips:
                yield self.gap(
                    f"levels.{at}.step_chips",
                    f"The least, {level.least_chips:,}, is no multiple of the step, "
                    f"{level.step_chips:,}.",
                    "Let both agree.",
                )
        hands = [level.from_hand for level in self.levels]
        if self.levels and (hands[0] != 1 or hands != sorted(set(hands))):
            yield self.gap(
                "levels.0.from_hand",
                "The levels do not follow one another from hand 1.",
                "Start with hand 1 and let each level begin later than the one before.",
            )

    def level_at(self, hand: int) -> BetLevel:
        """The limits in this hand of a session."""
        begun = [level for level in self.levels if level.from_hand <= hand]
        return begun[-1] if begun else BetLevel()


class ShortStack(StrEnum):
    """What becomes of a stack that cannot meet the compulsory wager."""

    RETURNED_ONCE = "returned-once"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class ShortStackClause(Clause):
    """What happens to a player who cannot meet the Ante and a bet after it."""

    cites = (HOUSE.at("TOURN-3"), Cite("CROWN3-11.9"))
    title = "A stack too short to play on"

    rule: ShortStack | None = ShortStack.RETURNED_ONCE

    def text(self, terms: "Terms") -> str:
        """What a short stack may still do."""
        if self.rule is None:
            return f"A short stack: {wording.BLANK}."
        if self.rule is ShortStack.ELIMINATED:
            return (
                "A player who cannot meet the least Ante and one bet of the same "
                "amount after it is eliminated before the hand."
            )
        return (
            "A player who cannot bet at least the Ante on a street has a void hand: "
            "the first time in the tournament its wagers are given back with a "
            "warning, after that they are lost."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """It has to be chosen."""
        if self.rule is None:
            yield self.gap(
                "rule", "Nothing says what a short stack may do.", "Choose a rule."
            )
