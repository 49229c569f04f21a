"""What a round of Caribbean Stud is made of: table, boxes, and where cards go."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from game.cards import Card
from game.fates import Ruled, ruled_on
from game.play.phases import Phase
from game.play.state import State
from game.rulebooks.caribbean import CapScope, CaribbeanRules, DealRules
from rulebook import Cite, Cited

HAND = 5
ANTE, BET, JACKPOT = "ante", "bet", "jackpot"


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
    def in_jackpot(self) -> bool:
        """Whether the jackpot equipment has a wager of this box."""
        return bool(self.jackpot and self.registered)

    @property
    def jackpot_lives(self) -> bool:
        """Whether it is still the hand that decides a wager in the jackpot."""
        void = self.status is Status.VOID
        return self.in_jackpot and not (void or ruled_on(self.fates, JACKPOT))

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
class Round(State[Box]):
    """One round of play, from the first ante to the last hand collected."""

    table: Table
    phase: Phase = Phase.BETTING
    jackpot_offered: bool = False
    betting_closed: bool = False
    cards_out: int = 0
    dealer: tuple[Card, ...] = ()
    up_card_shows: bool = False
    revealed: bool = False
    dealer_dead: bool = False  # declared “No Hand” for a wrong number of cards
    settled: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Where every card of the round goes, in dealing order."""
        return tuple(places(self.table.dealing, [box.seat for box in self.boxes]))

    @property
    def next_place(self) -> Place | None:
        """Where the next card goes, if one is still to come."""
        every = self.places
        return every[self.cards_out] if self.cards_out < len(every) else None

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


def changed(now: Round, seat: int, **fields: Any) -> Round:
    """The round with one of its boxes changed."""
    boxes = (box._replace(**fields) if box.seat == seat else box for box in now.boxes)
    return replace(now, boxes=tuple(boxes))


def unless_all_decided(now: Round) -> Round:
    """Come to the end once nobody owes a decision, or nobody is left at all."""
    done = now.phase is Phase.DECIDING and not now.undecided
    done = done or all(box.out for box in now.boxes)
    return replace(now, phase=Phase.SETTLING) if done else now
