"""The values of a Mississippi Stud round: the table, its boxes, and what may happen."""

from dataclasses import dataclass, field
from enum import StrEnum

from game.cards import Card
from game.mississippi.deal import Place, places
from game.ranks import Rank
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import (
    DealRules,
    Medium,
    MississippiRules,
    Sizes,
)
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Table:
    """One table: the document it plays by and what the house has set there."""

    rules: MississippiRules
    device: Device
    dealing: DealRules
    sizes: Sizes
    unit: int = 1  # street bets come in these steps where any amount is allowed
    jackpot_price: int | None = None  # None: no jackpot is offered


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = "placing antes"
    DEALING = "dealing"
    DECIDING = "betting on the streets"
    SETTLING = "settling"
    CLOSED = "closed"


class Status(StrEnum):
    """What has become of a hand."""

    PLAYING = "playing"
    FOLDED = "folded"
    ABSENT = "absent"  # deemed folded
    CONCEDED = "conceded"
    FORFEITED = "forfeited"  # by a ruling, for sharing information
    VOID = "void"  # by a ruling: no result, every stake goes back
    SETTLED = "settled"


GIVEN_UP = frozenset({Status.FOLDED, Status.ABSENT, Status.CONCEDED, Status.FORFEITED})


@dataclass(frozen=True, slots=True)
class Box:
    """One betting area in a round: its player, its stakes and its two hole cards."""

    seat: int
    ante: int
    player: str = ""
    jackpot: int = 0
    blind: bool = False  # an extra hand, played unseen
    hole: tuple[Card, ...] = ()
    streets: tuple[int, ...] = ()
    status: Status = Status.PLAYING
    ruled: Cite | None = None  # the rule a void hand is void under
    medium: Medium = Medium.CHIPS

    @property
    def given_up(self) -> bool:
        """Whether the player has stopped in this round."""
        return self.status in GIVEN_UP

    @property
    def out(self) -> bool:
        """Whether the hand plays no further part in the round."""
        return self.given_up or self.status is Status.VOID

    @property
    def staked(self) -> int:
        """The ante and the street bets together; a jackpot wager stands apart."""
        return self.ante + sum(self.streets)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of play, from the first ante to the last card in the discard rack."""

    table: Table
    phase: Phase = Phase.BETTING
    boxes: tuple[Box, ...] = ()  # clockwise from the dealer's left
    stages_closed: int = 0  # how often “no more bets” has been called
    burn: Cite | None = None
    cards_out: int = 0
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()  # by street, face down until shown
    shown: int = 0
    settled: tuple[int, ...] = ()
    record: tuple["Action", ...] = field(default=(), repr=False)

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
    def undecided(self) -> tuple[Box, ...]:
        """The boxes that still owe a decision on the street being bet."""
        if self.phase is not Phase.DECIDING:
            return ()
        return tuple(
            box for box in self.boxes if not box.out and len(box.streets) <= self.shown
        )

    def box(self, seat: int) -> Box | None:
        """The box of a seat, if it takes part in the round."""
        return next((box for box in self.boxes if box.seat == seat), None)


class Call(StrEnum):
    """What a dealer announces."""

    NO_MORE_BETS = "no more bets"
    BET_OR_FOLD = "bet or fold"


@dataclass(frozen=True, slots=True)
class Ante:
    """Place an ante, and a jackpot wager where one is offered."""

    seat: int
    amount: int
    player: str = ""
    jackpot: int = 0
    medium: Medium = Medium.CHIPS
    changed_to_chips: bool = False  # a spoken bet, handed over and changed in time
    seated: bool = True
    blind: bool = False
    others_waiting: bool = False  # somebody would be shut out by an extra hand


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take a stake off the table again."""

    seat: int


@dataclass(frozen=True, slots=True)
class RefuseWager:
    """Have a stake removed on reasonable grounds."""

    seat: int
    by: Rank
    grounds: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Make one of the dealer's calls."""

    call: Call


@dataclass(frozen=True, slots=True)
class OrderBurn:
    """Have the next card thrown away unseen before the community cards."""

    by: Rank


@dataclass(frozen=True, slots=True)
class Deal:
    """Put the next card where it belongs, from a shuffle or as the dealer keys it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bet:
    """Stay in with a street bet."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BetBlind:
    """Stake all three streets of an extra hand at once."""

    seat: int
    amounts: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Fold:
    """Give the hand up; an absent player is deemed to fold on somebody's word."""

    seat: int
    absent: bool = False
    by: Rank = Rank.PLAYER


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Rule that a hand loses its stakes: for sharing information, or as ruled."""

    seat: int
    by: Rank
    cite: Cite | None = None  # of a ruling, whose own rule says who decides


@dataclass(frozen=True, slots=True)
class CutBack:
    """Hold a stake to what a ruling leaves of it; the rest goes back."""

    seat: int
    wager: str
    amount: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Cancel one hand under the rule of a ruling; its stakes go back."""

    seat: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Cancel the whole round, dealt wrongly; every stake goes back."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class Concede:
    """Give up a hand that has stayed in to the end, with a sweep of the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn the next community card."""


@dataclass(frozen=True, slots=True)
class SettleHand:
    """Turn a player's cards, announce the hand, and pay or collect."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """Put the last cards into the discard rack: the round is over."""


Action = (
    Ante
    | TakeBack
    | RefuseWager
    | Announce
    | OrderBurn
    | Deal
    | Bet
    | BetBlind
    | Fold
    | Forfeit
    | CutBack
    | VoidHand
    | VoidRound
    | Concede
    | Reveal
    | SettleHand
    | Close
)
