"""What a round of Mississippi Stud is made of: its table, its boxes and its phases."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from game.cards import Card
from game.fates import Ruled, ruled_on
from game.mississippi.places import Place, places
from game.play.phases import Phase
from game.play.state import State
from game.rulebooks.mississippi import DealRules, Medium, MississippiRules, Sizes
from rulebook import Cite

ANTE, JACKPOT = "ante", "jackpot"


@dataclass(frozen=True, slots=True)
class Table:
    """One table: the document it plays by and how the house has it dealt and bet."""

    rules: MississippiRules
    dealing: DealRules
    sizes: Sizes


class Status(StrEnum):
    """What has become of a hand."""

    PLAYING = "playing"
    FOLDED = "folded"
    ABSENT = "absent"  # deemed folded
    CONCEDED = "conceded"
    FORFEITED = "forfeited"  # by a ruling: every stake is lost
    VOID = "void"  # by a ruling: no result, every stake goes back
    SETTLED = "settled"


# Tuples, as a status is found in one by identity, without working out its hash.
GIVEN_UP = (Status.FOLDED, Status.ABSENT, Status.CONCEDED, Status.FORFEITED)
RULED_OUT = (Status.VOID, Status.FORFEITED)
OUT = (*GIVEN_UP, Status.VOID)


class Box(NamedTuple):
    """One betting area in a round: its player, its stakes and its two hole cards.

    Boxes sort by their seats, from the dealer's left.
    """

    seat: int
    ante: int
    player: str = ""
    jackpot: int = 0
    hole: tuple[Card, ...] = ()
    streets: tuple[int, ...] = ()
    status: Status = Status.PLAYING
    blind: bool = False  # an extra hand, played unseen
    ruled: Cite | None = None  # the rule a hand is void or forfeited under
    medium: Medium = Medium.CHIPS
    sides: tuple[tuple[str, int], ...] = ()  # side bets by name
    fates: Ruled = ()  # single wagers that a ruling has decided

    @property
    def given_up(self) -> bool:
        """Whether the player has stopped in this round."""
        return self.status in GIVEN_UP

    @property
    def out(self) -> bool:
        """Whether the hand plays no further part in the round."""
        return self.status in OUT


def jackpot_lives(rules: MississippiRules, box: Box) -> bool:
    """Whether the jackpot wager of a box is still to be decided by its hand."""
    if not box.jackpot or box.status is Status.VOID or ruled_on(box.fates, JACKPOT):
        return False
    if box.status is Status.FORFEITED:
        return rules.folding.forfeit_spares_jackpot is not None
    return not (box.given_up and rules.folding.jackpot_lost.value)


@dataclass(frozen=True, slots=True)
class Round(State[Box]):
    """One round of play, from the first ante to the last card in the discard rack."""

    table: Table
    phase: Phase = Phase.BETTING
    stages_closed: int = 0  # how often “no more bets” has been called
    burn: Cite | None = None
    cards_out: int = 0
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()  # by street, face down until shown
    shown: int = 0
    settled: tuple[int, ...] = ()
    first: tuple[tuple[int, Cite], ...] = ()  # seats directed to act before others

    @property
    def places(self) -> tuple[Place, ...]:
        """Where every card of the round goes, in dealing order."""
        seats = [box.seat for box in self.boxes]
        return places(self.table.dealing, seats, self.burn)

    @property
    def next_place(self) -> Place | None:
        """Where the next card goes, if one is still to come."""
        all_places = self.places
        return all_places[self.cards_out] if self.cards_out < len(all_places) else None

    @property
    def initial_deal_over(self) -> bool:
        """Whether only face-up community cards, if any, are still to come."""
        place = self.next_place
        return bool(self.boxes) and (place is None or place.face_up)

    @property
    def cards_seen(self) -> tuple[Card, ...]:
        """Every card that has left the device in this round."""
        holes = tuple(card for box in self.boxes for card in box.hole)
        return holes + self.community + self.burnt

    @property
    def undecided(self) -> tuple[Box, ...]:
        """The boxes that still owe a decision on the street being bet."""
        if self.phase is not Phase.DECIDING:
            return ()
        return tuple(
            box for box in self.boxes if not box.out and len(box.streets) <= self.shown
        )

    @property
    def all_decided(self) -> bool:
        """Whether every player still in has bet on this street."""
        return all(box.blind for box in self.undecided)

    @property
    def blind_unstaked(self) -> bool:
        """Whether a blind hand still owes its three street stakes."""
        return any(b.blind and not b.out and len(b.streets) < 3 for b in self.boxes)

    @property
    def stage_closed(self) -> bool:
        """Whether “no more bets” was called for the stage of betting going on."""
        stage = 0 if self.phase is Phase.BETTING else self.shown + 1
        return self.stages_closed > stage

    @property
    def to_settle(self) -> tuple[int, ...]:
        """The seats whose hands are still to be turned, from the dealer's right.

        A hand given up is turned only where its jackpot wager has outlived it.
        """
        rules = self.table.rules
        return tuple(
            box.seat
            for box in reversed(self.boxes)
            if box.seat not in self.settled
            and box.status is not Status.VOID
            and (not box.given_up or jackpot_lives(rules, box))
        )

    def acts_before(self, seat: int) -> tuple[int, Cite] | None:
        """Who was directed to act first and has not decided, and under which rule."""
        directed = dict(self.first)
        if seat in directed:
            return None
        waiting = (box.seat for box in self.undecided if box.seat in directed)
        return next(((who, directed[who]) for who in waiting), None)

    def carries_blind(self, seat: int) -> bool:
        """Whether a blind hand hangs on this one: the open hand of the same player."""
        box = self.box(seat)
        if box is None or box.blind or not box.player:
            return False
        return any(other.blind and other.player == box.player for other in self.boxes)


def changed(now: Round, seat: int, **fields: Any) -> Round:
    """The round with one of its boxes changed."""
    boxes = (box._replace(**fields) if box.seat == seat else box for box in now.boxes)
    return replace(now, boxes=tuple(boxes))


def taken_out(now: Round, seat: int, **fields: Any) -> Round:
    """The round with a hand taken out of it; with nobody left, no bet is to come."""
    after = changed(now, seat, **fields)
    nobody_left = not after.to_settle and all(box.out for box in after.boxes)
    return replace(after, phase=Phase.SETTLING) if nobody_left else after
