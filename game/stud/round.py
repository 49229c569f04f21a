"""What a round of any stud game is made of, and what can be read off it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from game.cards import Card
from game.fates import Fate, overruled, ruled_on
from game.line import Line
from game.play import face_down
from game.play.moves import Move
from game.play.phases import Phase
from game.play.setup import KEYED
from game.play.state import B, State
from game.stud.secret import secret_wagers
from rulebook import Cite, Refusal

ANTE, JACKPOT = "ante", "jackpot"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StudRound(State[B], ABC, Generic[B, T]):
    """One round of play, from the first ante to the last hand collected."""

    table: T
    phase: Phase = Phase.BETTING
    stages_closed: int = 0  # how often “no more bets” has been called
    cards_out: int = 0
    settled: tuple[int, ...] = ()

    @property
    @abstractmethod
    def places(self) -> Sequence[Any]:
        """Where every card of the round goes, in dealing order."""

    @property
    @abstractmethod
    def cards_seen(self) -> tuple[Card, ...]:
        """Every card that has left the device in this round."""

    @abstractmethod
    def main_wagers(self, box: B) -> Iterator[tuple[str, int]]:
        """The ante of a box and what was bet after it, by name."""

    @abstractmethod
    def wagers(self, box: B) -> Iterator[tuple[str, int]]:
        """Every wager of a box by name."""

    @abstractmethod
    def at_its_end(self) -> Self:
        """The round, which has come to its end once nobody is left to decide."""

    def changed(self, seat: int, **fields: Any) -> Self:
        """The round with one of its boxes changed."""
        boxes: Any = self.boxes
        after = (b._replace(**fields) if b.seat == seat else b for b in boxes)
        return replace(self, boxes=tuple(after))

    @property
    def ahead(self) -> Sequence[Any]:
        """The places of the cards still to come."""
        return self.places[self.cards_out :]

    @property
    def next_place(self) -> Any:
        """Where the next card goes, if one is still to come."""
        return next(iter(self.ahead), None)

    @property
    def face_down_ahead(self) -> int:
        """How many cards come before the next one that everybody sees."""
        ahead = self.ahead
        shown = (n for n, place in enumerate(ahead) if place.face_up)
        return next(shown, len(ahead))


Round = StudRound[Any, Any]
S = TypeVar("S", bound=Round)


def staked(now: Round) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    return {
        box.seat: {**dict(now.wagers(box)), **dict(secret_wagers(now, box))}
        for box in now.boxes
    }


def jackpots(now: Round) -> dict[int, int]:
    """The wagers in the jackpot, by seat."""
    return {box.seat: box.jackpot for box in now.boxes if box.in_jackpot}


def carried(now: Round) -> Mapping[tuple[int, str], Cite]:
    """The jackpot wagers that wait for the next round, each with its rule."""
    found = ((box, ruled_on(box.fates, JACKPOT)) for box in now.boxes)
    return {
        (box.seat, JACKPOT): one.cite
        for box, one in found
        if box.in_jackpot and one is not None and one.fate is Fate.CARRIED
    }


def ruled_lines(box: Any, wagers: Iterable[tuple[str, int]]) -> Iterator[Line]:
    """The lines of those wagers of a hand that a ruling has decided one by one."""
    found = ((w, n, ruled_on(box.fates, w)) for w, n in wagers if n)
    lying = (Line(box.seat, w, n, 0, one.cite) for w, n, one in found if one)
    return overruled(lying, box.fates)


def cards_of(now: Round, move: Move) -> tuple[Card, ...]:
    """The cards of a deal; at a keyed table stand-ins for those dealt face down."""
    if move.cards or now.setup.cards != KEYED:
        return move.cards
    count, out = now.face_down_ahead, now.cards_out
    return tuple(face_down.stand_in(out + number) for number in range(count))


def against_turning(now: Round, lying: Sequence[Card], move: Move) -> list[Refusal]:
    """Why the cards of a move cannot be the ones that lie there."""
    deck = now.table.rules.deck.size.cite
    return face_down.turning(lying, move.cards, now.cards_seen, deck)
