"""What a round of Caribbean Stud is made of: table, boxes, and where cards go."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from game.cards import Card
from game.fates import Ruled, ruled_on
from game.play.phases import Phase
from game.rulebooks.caribbean import CapScope, CaribbeanRules, DealRules
from game.stud.round import ANTE, JACKPOT, StudRound
from rulebook import Cite, Cited

HAND = 5
BET = "bet"


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its rules, how it is dealt, and the maximum payout posted there."""

    rules: CaribbeanRules
    dealing: DealRules
    maximum_payout: int
    cap: CapScope = CapScope.HAND


class Status(StrEnum):
    """What has become of a hand."""

    UNDECIDED = "undecided"
    IN = "in"  # the Bet is down
    FOLDED = "folded"
    VOID = "void"  # cancelled by a ruling: every stake goes back


UNDECIDED, IN, FOLDED, VOID = Status  # at hand, as every hand of a round asks
OUT = (FOLDED, VOID)


class Box(NamedTuple):
    """One betting area in a round: its player, its stakes and its five cards.

    Boxes sort by their seats, from the Dealer's left.
    """

    seat: int
    ante: int
    player: str = ""
    jackpot: int = 0
    cards: tuple[Card, ...] = ()
    bet: int = 0
    status: Status = Status.UNDECIDED
    registered: bool = False  # the jackpot equipment has taken the wager
    ruled: Cite | None = None  # the rule a hand is void under
    fates: Ruled = ()  # single wagers that a ruling has decided
    keyed: bool = False  # a hand that wins from the meter is in the jackpot system

    @property
    def out(self) -> bool:
        """Whether the hand plays no further part in the round."""
        return self.status in OUT

    @property
    def void(self) -> bool:
        """Whether the hand has no result."""
        return self.status is VOID

    def voided(self, rule: Cite) -> "Box":
        """The box with its hand void."""
        return self._replace(status=VOID, ruled=rule)

    def without(self, wagers: Collection[str]) -> "Box":
        """The box without some of the wagers beside its ante."""
        return self._replace(jackpot=0) if JACKPOT in wagers else self

    @property
    def in_jackpot(self) -> bool:
        """Whether the jackpot equipment has a wager of this box."""
        return bool(self.jackpot and self.registered)

    @property
    def jackpot_lives(self) -> bool:
        """Whether it is still the hand that decides a wager in the jackpot."""
        return self.in_jackpot and not (self.void or ruled_on(self.fates, JACKPOT))

    @property
    def face_down(self) -> bool:
        """Whether a card of the hand has not been turned."""
        return bool(self.cards) and min(self.cards) < 0  # below any card


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next card goes: to a seat, or to the Dealer."""

    cite: Cite
    seat: int | None
    face_up: bool = False


def clockwise(dealing: DealRules, seats: Iterable[int]) -> Cited[tuple[int, ...]]:
    """The seats in the order they are dealt to, from the Dealer's left."""
    return Cited(tuple(sorted(seats)), dealing.clockwise)


def places(dealing: DealRules, seats: Iterable[int]) -> Iterator[Place]:
    """Where every card of a round goes, in dealing order; the Dealer comes last."""
    at_once, order = dealing.at_once.value, clockwise(dealing, seats).value
    for number in range(HAND // at_once):
        for seat in order:
            cite = dealing.further if number else dealing.at_once.cite
            yield from [Place(cite, seat)] * at_once
        cite = dealing.further if number else dealing.to_dealer
        for card in range(number, number + at_once):
            up = card == dealing.up_card.value and not dealing.turned
            yield Place(cite, None, face_up=up)


@dataclass(frozen=True, slots=True)
class Round(StudRound[Box, Table]):
    """One round of play, from the first ante to the last hand collected."""

    jackpot_offered: bool = False
    dealer: tuple[Card, ...] = ()
    up_card_shows: bool = False
    revealed: bool = False
    dealer_dead: bool = False  # declared “No Hand” for a wrong number of cards

    @property
    def places(self) -> tuple[Place, ...]:
        """Where every card of the round goes, in dealing order."""
        return tuple(places(self.table.dealing, [box.seat for box in self.boxes]))

    def main_wagers(self, box: Box) -> Iterator[tuple[str, int]]:
        """The ante and the Bet of a box by name."""
        yield ANTE, box.ante
        if box.bet:
            yield BET, box.bet

    def wagers(self, box: Box) -> Iterator[tuple[str, int]]:
        """Every wager of a box by name."""
        yield from self.main_wagers(box)
        if box.jackpot:
            yield JACKPOT, box.jackpot

    @property
    def cards_seen(self) -> tuple[Card, ...]:
        """Every card that has left the device in this round."""
        return (*self.dealer, *(card for box in self.boxes for card in box.cards))

    @property
    def dealer_known(self) -> bool:
        """Whether the Dealer's hand is turned, or declared dead."""
        return self.revealed or self.dealer_dead

    @property
    def undecided(self) -> tuple[Box, ...]:
        """The boxes that still have to bet or fold."""
        return tuple(box for box in self.boxes if box.status is Status.UNDECIDED)

    @property
    def to_settle(self) -> tuple[int, ...]:
        """The seats whose hands are still to be compared, from the Dealer's right."""
        return tuple(
            box.seat
            for box in reversed(self.boxes)
            if box.status is Status.IN and box.seat not in self.settled
        )

    @property
    def to_show(self) -> tuple[int, ...]:
        """The folded hands still to be looked at for their jackpot wager.

        When the Dealer's hand is dead no fold counts: every jackpot hand is checked.
        """
        return tuple(
            box.seat
            for box in reversed(self.boxes)
            if self.dealer_dead
            and box.status is Status.FOLDED
            and box.jackpot_lives
            and box.face_down
        )

    def at_its_end(self) -> Self:
        """The round, which has come to its end once nobody owes a decision."""
        done = self.phase is Phase.DECIDING and not self.undecided
        done = done or all(box.out for box in self.boxes)
        return replace(self, phase=Phase.SETTLING) if done else self
