"""Warnings a player was given, which change what happens the next time."""

from dataclasses import dataclass
from enum import StrEnum

from rulebook import Cite


class Fault(StrEnum):
    """What a player was warned about; each fault has a memory of its own."""

    UNDER_MINIMUM = "a wager under the minimum"
    SHORT_STREET_IN_PLAY = "a street bet that was not the required multiple"
    SHORT_STREET_AT_SETTLEMENT = "a street bet found short at settlement"
    SHORT_BET_IN_PLAY = "a Bet that was not twice the Ante"
    SHORT_BET_AT_SETTLEMENT = "a Bet found short at settlement"


@dataclass(frozen=True, slots=True)
class Caution:
    """One warning: to whom, about what, in which session at which table."""

    player: str
    fault: Fault
    session: str  # one player's stay at one table
    cite: Cite

    def told(self) -> str:
        """The warning as it is spoken."""
        return f"{self.player} is warned about {self.fault}."


@dataclass(frozen=True, slots=True)
class Cautions:
    """The warnings given so far; leaving the table ends a session and its warnings."""

    given: tuple[Caution, ...] = ()

    def has(self, player: str, fault: Fault, session: str) -> bool:
        """Whether this player was warned about this fault in this session."""
        return any(
            (caution.player, caution.fault, caution.session) == (player, fault, session)
            for caution in self.given
        )

    def add(self, caution: Caution | None) -> "Cautions":
        """The warnings with one more, if there is one."""
        return Cautions((*self.given, caution)) if caution else self
