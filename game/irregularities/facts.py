"""A round as a ruling sees it: who has staked what, and how far play has come."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from game.cautions import Cautions
from game.play.phases import Phase

JACKPOT = "jackpot"
ANTE = "ante"


def named(seats: Iterable[int]) -> str:
    """Seats as they are spoken of: “seat 2”, “seats 2 and 4”, “seats 1, 2 and 4”."""
    numbers = [str(seat) for seat in seats]
    if len(numbers) < 2:
        return f"seat {numbers[0]}" if numbers else "nobody"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


class Stage(StrEnum):
    """How far the round has come."""

    DEALING = "the deal"
    DECIDING = "the betting"
    SETTLING = "the settlement"


_STAGES = {
    Phase.BETTING: Stage.DEALING,
    Phase.DEALING: Stage.DEALING,
    Phase.DECIDING: Stage.DECIDING,
}


def stage_of(phase: Phase) -> Stage:
    """How far a round has come for those who rule on it."""
    return _STAGES.get(phase, Stage.SETTLING)


@dataclass(frozen=True, slots=True)
class Wager:
    """One stake on a betting area."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One betting area with its stakes in the order they were placed."""

    seat: int
    wagers: tuple[Wager, ...]
    player: str = ""
    looked: bool = False
    decided: bool = False  # on the street being bet
    folded: bool = False
    may_open: bool = False  # a blind hand that may still be played open

    def amount(self, name: str) -> int:
        """What lies on one kind of wager."""
        return sum(wager.amount for wager in self.wagers if wager.name == name)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What a ruling must know of the round, whichever game is played."""

    code: str
    hands: tuple[Hand, ...]
    stage: Stage = Stage.DEALING
    called: bool = False  # players have been told to bet or fold
    number: int = 1
    cards_out: int = 0
    session: str = ""
    cautions: Cautions = field(default_factory=Cautions)
    acting_first: tuple[int, ...] = ()  # seats directed to decide before others

    def hand(self, seat: int) -> Hand:
        """The hand of a seat that takes part in the round."""
        for hand in self.hands:
            if hand.seat == seat:
                return hand
        raise ValueError(f"Seat {seat} has no hand in this round.")

    def stakes(self) -> Iterator[tuple[Hand, Wager]]:
        """Every stake of the round."""
        for hand in self.hands:
            for wager in hand.wagers:
                yield hand, wager

    @property
    def anyone_looked(self) -> bool:
        """Whether any player has looked at a hand."""
        return any(hand.looked for hand in self.hands)

    @property
    def undecided(self) -> tuple[Hand, ...]:
        """The hands that still owe a decision."""
        return tuple(h for h in self.hands if not (h.decided or h.folded))


@dataclass(frozen=True, slots=True)
class SeenAtTable:
    """What the round itself does not record: who has looked, and who was warned."""

    looked: Collection[int] = ()
    session: str = ""
    cautions: Cautions = field(default_factory=Cautions)
    number: int = 1

    def facts(
        self, code: str, hands: Iterable[Hand], phase: Phase, **more: Any
    ) -> RoundFacts:
        """The facts of a round, with what only the table knows of them."""
        return RoundFacts(
            code,
            tuple(hands),
            stage_of(phase),
            number=self.number,
            session=self.session,
            cautions=self.cautions,
            **more,
        )
