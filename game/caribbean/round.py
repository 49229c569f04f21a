"""The values of a Caribbean Stud round: the table, its boxes, and where cards go."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from game.cards import Card
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Close,
    CutBack,
    Deal,
    Fold,
    Phase,
    Reveal,
    SettleHand,
    TakeBack,
    VoidRound,
)
from game.rulebooks.caribbean import CapScope, CaribbeanRules, DealRules
from game.rulebooks.devices import Device
from rulebook import Cite, Cited, Refusal, Refused

HAND = 5


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its rules, its device, and what the house has posted there."""

    rules: CaribbeanRules
    dealing: DealRules
    maximum_payout: int
    cap: CapScope = CapScope.HAND
    jackpot_price: int | None = None  # None: no jackpot is run here


@dataclass(frozen=True, slots=True)
class Settings:
    """What the house has decided for one table."""

    device: Device
    backs: tuple[str, ...]  # the colours of its decks
    maximum_payout: int | None = None
    cap: CapScope = CapScope.HAND
    jackpot_price: int | None = None


def open_table(rules: CaribbeanRules, chosen: Settings) -> Table | Refused:
    """A table ready for its first round, or every rule that its settings break."""
    most = chosen.maximum_payout
    refusals = (*_equipment(rules, chosen), *_posted(rules, most))
    if refusals or most is None:
        return Refused(refusals)
    dealing = rules.devices[chosen.device]
    return Table(rules, dealing, most, chosen.cap, chosen.jackpot_price)


def _equipment(rules: CaribbeanRules, chosen: Settings) -> Iterator[Refusal]:
    device, backs = chosen.device, chosen.backs
    if device not in rules.devices:
        known = " or a ".join(rules.devices)
        wrong = f"Cards are not dealt by {device} here."
        yield Refusal(rules.device_is_known, wrong, f"Use a {known}.", "device")
        return
    if rules.devices[device].at_once.value == 1 and len(backs) != 1:
        wrong = f"{len(backs)} decks are in use."
        yield Refusal(rules.deck.size.cite, wrong, "A shoe deals one deck.", "backs")
    elif rules.devices[device].at_once.value > 1 and len(set(backs)) != 2:
        wrong = f"The backs in use are {', '.join(backs) or 'none'}."
        right = "A shuffling shoe takes two decks of different colours in turn."
        yield Refusal(rules.two_decks, wrong, right, "backs")


def _posted(rules: CaribbeanRules, maximum: int | None) -> Iterator[Refusal]:
    if maximum is None or maximum <= 0:
        wrong = "No maximum payout is posted at the table."
        right = "Write the figure on the notice before the round opens."
        yield Refusal(rules.settlement.maximum, wrong, right, "maximum_payout")


class Status(StrEnum):
    """What has become of a hand."""

    UNDECIDED = "undecided"
    IN = "in"  # the Bet is down
    FOLDED = "folded"
    VOID = "void"  # cancelled by a ruling: every stake goes back
    FORFEITED = "forfeited"  # lost by a ruling, and the cards removed


OUT = (Status.FOLDED, Status.VOID, Status.FORFEITED)


@dataclass(frozen=True, slots=True)
class Box:
    """One betting area in a round: its player, its stakes and its five cards."""

    seat: int
    ante: int
    player: str = ""
    jackpot: int = 0
    registered: bool = False  # the jackpot equipment has taken the wager
    cards: tuple[Card, ...] = ()
    bet: int = 0
    status: Status = Status.UNDECIDED
    ruled: Cite | None = None  # the rule a hand is void or forfeited under

    @property
    def staked(self) -> int:
        """The ante and the Bet together; a jackpot wager stands apart."""
        return self.ante + self.bet


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
class OfferJackpot:
    """Give every player the chance of a jackpot wager before the first card."""


@dataclass(frozen=True, slots=True)
class RegisterJackpot:
    """The jackpot equipment takes a wager: from now on it is live."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnUpCard:
    """Turn the top card of the Dealer's set."""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Cancel one hand under a ruling; its stakes go back."""

    seat: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class ForfeitHand:
    """Take the ante and the Bet of one hand under a ruling, and its cards away."""

    seat: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeclareNoHand:
    """Declare the Dealer's hand dead: it had a wrong number of cards, the deck not."""


Action = (
    Ante
    | TakeBack
    | OfferJackpot
    | RegisterJackpot
    | Announce
    | Deal
    | TurnUpCard
    | Bet
    | Fold
    | CutBack
    | ForfeitHand
    | VoidHand
    | VoidRound
    | DeclareNoHand
    | Reveal
    | SettleHand
    | Close
)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of play, from the first ante to the last hand collected."""

    table: Table
    phase: Phase = Phase.BETTING
    boxes: tuple[Box, ...] = ()  # clockwise from the Dealer's left
    jackpot_offered: bool = False
    betting_closed: bool = False
    cards_out: int = 0
    dealer: tuple[Card, ...] = ()
    up_card_shows: bool = False
    revealed: bool = False
    dealer_dead: bool = False  # declared “No Hand” for a wrong number of cards
    settled: tuple[int, ...] = ()
    record: tuple[Action, ...] = field(default=(), repr=False)

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

    def box(self, seat: int) -> Box | None:
        """The box of a seat, if it takes part in the round."""
        return next((box for box in self.boxes if box.seat == seat), None)
