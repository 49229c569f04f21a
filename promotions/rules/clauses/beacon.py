"""The public value that joins a draw: none, dice in the room, or a named round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum
from typing import TYPE_CHECKING

from promotions.rules.clauses.award import Manner
from promotions.rules.series import PlannedDraw
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

NAMED: Cite = HOUSE.at("PROMOTION-61")
TAKEN: Cite = HOUSE.at("PROMOTION-62")
FEWEST_DICE, MOST_DICE = 3, 50
UNKNOWN = "Nobody knows it when the list is frozen, and anybody can check it."
NOT_PUBLISHED = (
    "Where it is not published when it is due, the draw waits for it, or is given up "
    "and held under the next number with the first value published after that."
)
LONGEST = 200  # characters of a public value
FACE = re.compile(r"[1-6]")
THROW = re.compile(r"[\s,]*(?:[1-6][\s,]*)+")
PRINTABLE = re.compile(r"[!-~]+(?: [!-~]+)*")


class PublicValue(StrEnum):
    """Where a value comes from that nobody knew when the list was frozen."""

    NONE = "no-value"
    DICE = "dice"
    ROUND = "public-round"


@dataclass(frozen=True, slots=True)
class BeaconClause(Clause):
    """Which public value, unknown until the draw, is part of it."""

    cites = (NAMED,)
    title = "A public value in the draw"

    value: PublicValue = PublicValue.NONE
    dice: int | None = None
    source: str = ""  # who publishes it
    round: str = ""  # empty: the first at or after the time of the draw

    def text(self, terms: "Terms") -> str:
        """What is thrown or looked up, and when; nothing where there is none."""
        if self.value is PublicValue.NONE:
            return ""
        if self.value is PublicValue.DICE:
            dice = wording.many(self.dice, "die", "dice")
            said = f"At the draw {dice} are thrown in the room for all to see"
        else:
            which = self.round.strip() or "the first at or after the time of the draw"
            said = (
                f"A value published by {wording.phrase(self.source)} joins the draw: "
                f"{which}"
            )
        otherwise = f" {NOT_PUBLISHED}" if self.value is PublicValue.ROUND else ""
        return f"{said}. {UNKNOWN}{otherwise}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """How many dice, or whose round."""
        if self.value is PublicValue.DICE and self.dice is None:
            yield self.gap("dice", "It is not said how many dice are thrown.")
        if self.value is PublicValue.ROUND and not self.source.strip():
            wrong = "It is not said who publishes the value."
            yield self.gap("source", wrong, "Name the publisher.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Enough dice; one round for one draw; and a draw that it can join."""
        if self.value is PublicValue.NONE:
            return
        if terms.award.manner.by not in {None, Manner.TICKETS}:
            wrong = "A public value joins only a draw that anybody can repeat."
            yield self.gap("value", wrong, "Choose none, or draw tickets.")
        if self.value is PublicValue.DICE and self.dice is not None:
            if not FEWEST_DICE <= self.dice <= MOST_DICE:
                wrong = f"{wording.capital(wording.many(self.dice, 'die', 'dice'))}."
                right = f"From {FEWEST_DICE} to {MOST_DICE} dice are thrown."
                yield self.gap("dice", wrong, right)
        elif self.round.strip() and terms.award.series.times > 1:
            wrong = "One round cannot serve several draws."
            right = "Leave it empty: each draw takes the first round after its time."
            yield self.gap("round", wrong, right)

    def in_header(self, draw: PlannedDraw) -> str:
        """What the header of a draw promises, in the words that are hashed."""
        if self.value is PublicValue.NONE:
            return "none"
        if self.value is PublicValue.DICE:
            return f"{self.dice} dice thrown in the room"
        at = draw.drawn_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        which = self.round.strip() or f"the first round at or after {at}"
        return f"{self.source.strip()}: {which}"

    def taken(self, said: str) -> str | Refused:
        """The value as it joins the key of a draw, or why this is not it."""
        value = " ".join(FACE.findall(said) if self._is_thrown(said) else said.split())
        reasons = tuple(self._against(value, said))
        return Refused(reasons) if reasons else value

    def _is_thrown(self, said: str) -> bool:
        return self.value is PublicValue.DICE and THROW.fullmatch(said) is not None

    def _against(self, value: str, said: str) -> Iterator[Refusal]:
        if self.value is PublicValue.NONE and value:
            wrong = "The terms name no public value."
            yield Refusal(TAKEN, wrong, "Leave it empty.", "beacon")
        elif self.value is PublicValue.DICE:
            if not self._is_thrown(said) or len(value.split()) != self.dice:
                wrong = f"“{said[:40]}” is not a throw of {self.dice} dice."
                right = f"Enter {self.dice} faces from 1 to 6, as they fell."
                yield Refusal(TAKEN, wrong, right, "beacon")
        elif self.value is PublicValue.ROUND and not (
            PRINTABLE.fullmatch(value) and len(value) <= LONGEST
        ):
            wrong = "This is no published value."
            right = f"Copy it as it is published, at most {LONGEST} characters."
            yield Refusal(TAKEN, wrong, right, "beacon")
