"""Stages as they are planned: sessions, tables, seats, hands and who goes on."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction

from rulebook.terms import wording

_COMMON = (
    "buy-back",
    "final",
    "grand",
    "heat",
    "qualif",
    "quarter",
    "repechage",
    "satellite",
    "second",
    "semi",
)


class StageKind(StrEnum):
    """Whether a stage is on the way to the final, or a second chance."""

    MAIN = "main"
    REPECHAGE = "repechage"
    BUY_BACK = "buy-back"


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Who goes on from a stage: of each table, then of all the rest of the stage."""

    top_per_table: int = 0
    best_others: int = 0  # highest stacks among all who are not through by table
    best_share: Fraction = Fraction(0)  # at least this share of the stage, rounded up
    drawn: int = 0  # by lot among those still left

    @property
    def is_decided(self) -> bool:
        """Whether anybody goes on at all."""
        return self != GoesOn()

    def text(self) -> str:
        """Who goes on, as half a sentence."""
        parts = []
        if self.top_per_table:
            stacks = _highest(self.top_per_table)
            parts.append(f"{stacks} of each table")
        if self.best_others:
            rest = " of the other players" if self.top_per_table else " of the stage"
            parts.append(_highest(self.best_others) + rest)
        if self.best_share:
            share = wording.per_cent(self.best_share)
            parts.append(
                f"so many of the highest stacks that {share} of the stage go on"
            )
        if self.drawn:
            parts.append(
                f"{wording.many(self.drawn, 'player')} drawn by lot from the rest"
            )
        return wording.listed(parts) if parts else "nobody"


def _highest(count: int) -> str:
    if count == 1:
        return "the highest stack"
    return f"the {wording.number(count)} highest stacks"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: when its sessions start, how it is played and who goes on."""

    name: str = ""
    kind: StageKind = StageKind.MAIN
    starts: tuple[datetime, ...] = ()  # one for each session
    minutes: int | None = None  # set aside for a session, the count included
    tables: int | None = None  # the most in use at once
    seats: int | None = None  # at a full table
    hands: int | None = None  # in a session; none where it is played by time
    bank_chips: int | None = None  # where it differs from the starting bank
    goes_on: GoesOn = field(default_factory=GoesOn)

    @property
    def called(self) -> str:
        """The stage inside a sentence: round one, the final."""
        name = wording.phrase(self.name)
        if name.lower().startswith(("round", "stage")):
            return name[0].lower() + name[1:]
        if name.lower().startswith(_COMMON):
            name = name[0].lower() + name[1:]
        return f"the {name}"

    @property
    def is_second_chance(self) -> bool:
        """Whether the stage is for the eliminated: a repechage, or to buy back in."""
        return self.kind is not StageKind.MAIN

    @property
    def places(self) -> int:
        """How many seats all its sessions have together."""
        return len(self.starts) * (self.tables or 0) * (self.seats or 0)

    def ends(self) -> tuple[datetime, ...]:
        """When each session is over."""
        lasts = timedelta(minutes=self.minutes or 0)
        return tuple(start + lasts for start in self.starts)

    def length(self) -> str:
        """How long a session is: 18 hands, 45 minutes, or both."""
        if self.hands is None:
            if self.minutes is None:
                return wording.BLANK
            return wording.many(self.minutes, "minute")
        hands = wording.many(self.hands, "hand")
        if self.minutes is None:
            return hands
        return f"{hands} ({wording.many(self.minutes, 'minute')} set aside)"
