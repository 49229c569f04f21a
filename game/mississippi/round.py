"""What a round of Mississippi Stud is made of: its table, its boxes and its phases."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from game.cards import Card
from game.fates import Ruled, ruled_on
from game.play.phases import Phase
from game.rulebooks.mississippi import (
    Community,
    DealRules,
    Medium,
    MississippiRules,
    Sizes,
)
from game.stud.round import ANTE, JACKPOT, StudRound
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next card goes, and the rule that sends it there."""

    cite: Cite
    seat: int | None = None  # a hole card of this seat
    street: int | None = None  # the community card of this street, from 0
    face_up: bool = False

    @property
    def burn(self) -> bool:
        """Whether the card is thrown away unseen."""
        return self.seat is None and self.street is None


def places(
    rules: DealRules, seats: Iterable[int], burn: Cite | None = None
) -> tuple[Place, ...]:
    """Every place of a round in dealing order; `seats` are those with an ante."""
    hole = tuple(_hole(rules, sorted(seats)))  # from the Dealer’s left
    community = tuple(_community(rules))
    if burn is not None:
        community = (Place(burn), *community)
    first = rules.community.value is Community.FIRST
    return community + hole if first else hole + community


def _hole(rules: DealRules, clockwise: Sequence[int]) -> Iterator[Place]:
    cite = rules.clockwise  # it sends the first card to the first of them
    for seat in clockwise:
        for _ in range(rules.at_once.value):
            yield Place(cite, seat=seat)
            cite = rules.at_once.cite
    if rules.at_once.value == 1:
        for seat in clockwise:
            yield Place(rules.second_pass, seat=seat)


def _community(rules: DealRules) -> Iterator[Place]:
    """The first card out is that of 3rd street: in a stack it lies at the bottom."""
    face_up = rules.community.value is Community.BY_STREET
    cite = rules.community.cite
    for street in range(3):
        yield Place(cite, street=street, face_up=face_up)
        cite = rules.stack or cite


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

    @property
    def void(self) -> bool:
        """Whether the hand has no result."""
        return self.status is Status.VOID

    @property
    def in_jackpot(self) -> bool:
        """Whether there is a jackpot wager on the box."""
        return self.jackpot > 0

    def voided(self, rule: Cite) -> "Box":
        """The box with its hand void."""
        return self._replace(status=Status.VOID, ruled=rule)

    def without(self, wagers: Collection[str]) -> "Box":
        """The box without some of the wagers beside its ante."""
        sides = tuple(side for side in self.sides if side[0] not in wagers)
        jackpot = 0 if JACKPOT in wagers else self.jackpot
        return self._replace(sides=sides, jackpot=jackpot)


def jackpot_lives(rules: MississippiRules, box: Box) -> bool:
    """Whether the jackpot wager of a box is still to be decided by its hand."""
    if not box.jackpot or box.status is Status.VOID or ruled_on(box.fates, JACKPOT):
        return False
    if box.status is Status.FORFEITED:
        return rules.folding.forfeit_spares_jackpot is not None
    return not (box.given_up and rules.folding.jackpot_lost.value)


@dataclass(frozen=True, slots=True)
class Round(StudRound[Box, Table]):
    """One round of play, from the first ante to the last card in the discard rack."""

    burn: Cite | None = None
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()  # by street, face down until shown
    shown: int = 0
    first: tuple[tuple[int, Cite], ...] = ()  # seats directed to act before others

    @property
    def places(self) -> tuple[Place, ...]:
        """Where every card of the round goes, in dealing order."""
        seats = [box.seat for box in self.boxes]
        return places(self.table.dealing, seats, self.burn)

    @property
    def initial_deal_over(self) -> bool:
        """Whether only face-up community cards, if any, are still to come."""
        return bool(self.boxes) and not self.face_down_ahead

    def main_wagers(self, box: Box) -> Iterator[tuple[str, int]]:
        """The ante and the street bets of a box by name."""
        yield ANTE, box.ante
        for rule, stake in zip(self.table.rules.streets, box.streets, strict=False):
            yield rule.name, stake

    def wagers(self, box: Box) -> Iterator[tuple[str, int]]:
        """Every wager of a box by name."""
        yield from self.main_wagers(box)
        yield from box.sides
        if box.jackpot:
            yield JACKPOT, box.jackpot

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

    def at_its_end(self) -> Self:
        """The round, which has come to its end once no bet is to come."""
        nobody_left = not self.to_settle and all(box.out for box in self.boxes)
        return replace(self, phase=Phase.SETTLING) if nobody_left else self
