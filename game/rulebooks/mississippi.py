"""What a document says about Mississippi Stud, clause by clause, as frozen values.

The four documents print one game with different procedures. Each module beside this
one fills in these values; the game asks them and never asks which document it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from game.hands import StudHand
from game.ranks import Rank
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device
from rulebook import Cite, Cited, Source


class Medium(StrEnum):
    """What a stake is put down in."""

    CHIPS = "chips"
    PLAQUES = "plaques"
    TOKENS = "casino promotional tokens"
    COUPON = "a match-play coupon"
    CASH = "cash"
    SPOKEN = "a spoken bet"


class Community(StrEnum):
    """When the community cards leave the device."""

    FIRST = "face down, before the hole cards"
    AFTER = "face down, after the hole cards"
    BY_STREET = "face up, one for each street"


class Sizes(StrEnum):
    """Which amounts between the least and the most a street bet may take."""

    WHOLE_MULTIPLES = "whole multiples of the ante"
    ANY_AMOUNT = "any amount in the range"


class Result(StrEnum):
    """How a wager ended."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    FOLD = "fold"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class HandRules:
    """How the document ranks cards and hands."""

    order: Cited[str]  # the ranks from high to low
    small_straight: Cited[str]  # the one straight with a low ace
    suits_rank: Cited[bool]
    hole: Cited[int]  # cards of the player's own, hidden from everybody else
    community: Cited[int]
    combined: Cited[int]  # how many cards make the hand: all of them, no choice
    ranking: Cited[Mapping[StudHand, Cite]]  # best first


@dataclass(frozen=True, slots=True)
class WagerRules:
    """Who may stake what, in which medium, and until when."""

    buys_cards: Cite  # no ante, no cards
    media: Cited[frozenset[Medium]]
    paid_in_chips: Mapping[Medium, Cite]  # stakes that win something else than itself
    spoken: Cite | None  # a spoken bet counts once changed into chips in time
    before_first_card: Cite
    window: Cite  # betting opens before each round's first card
    untouched: Cite  # a stake on the table stays until it is decided
    hands_per_player: Cited[int | None]  # None: as many as there are free boxes
    ante_offered: Cite
    jackpot_offered: Cite  # only where the house runs one
    jackpot_price: Cite
    one_to_an_area: Cite
    kinds: Cited[frozenset[str]]
    no_other: Cite  # players make no other bets, least of all with each other
    may_refuse: Cited[Rank]
    seated: Cite | None = None  # only a seated player bets, and stays to the end
    amount: Cite | None = None  # a wager is a bet and what is put on it


@dataclass(frozen=True, slots=True)
class BlindRules:
    """Extra hands of one player, played unseen."""

    room_for_others: Cite
    unseen: Cite
    all_streets: Cite


@dataclass(frozen=True, slots=True)
class DealRules:
    """How one device deals a round."""

    procedure: Cite
    clockwise: Cite
    at_once: Cited[int]  # hole cards a box gets in one pass
    second_pass: Cite  # the rule that completes every hand to two cards
    community: Cited[Community]
    unseen: Cite  # when players may look at their hole cards
    no_more_bets: Cited[bool]  # whether the first card waits for the call
    reveals: tuple[Cite, Cite, Cite]
    stack: Cite | None = None  # the community comes as a stack, 5th street on top
    call_before_reveal: Cite | None = None
    by_device: Cite | None = None  # the device, and so the table, may vary the order


@dataclass(frozen=True, slots=True)
class StreetRules:
    """One betting round: the bet that stays in, and what a fold costs."""

    called: Cited[str]
    decide: Cite  # fold or bet, nothing else
    sizes: Cited[Sizes]
    times: Cited[tuple[int, int]]  # least and most, in antes
    bet: Cite
    fold: Cite
    name: str = field(init=False)  # of the street, its card and its bet

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.called.value)  # at hand for every bet


@dataclass(frozen=True, slots=True)
class FoldRules:
    """What becomes of a hand that is given up."""

    final: Cite  # a folded hand never plays again
    jackpot_lost: Cited[bool]
    collected: Cite  # the dealer takes stakes and cards, spread face down
    discarded: Cite
    held: Cite | None  # kept for a jackpot wager
    absent: Cite
    concede: Cite | None
    forfeit: Cited[Rank]  # who takes the stakes of a player who shares information
    paid_only_jackpot: Cite | None = None
    envy: Cite | None = None  # a folded wager still shares in what others win
    forfeit_spares_jackpot: Cite | None = None  # else it is taken with the stakes


@dataclass(frozen=True, slots=True)
class VoidRules:
    """What has no result: one hand, or a whole round dealt wrongly."""

    hand: Cite
    misdeal: Cite


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand does to a wager, and the rule."""

    result: Result
    to_one: int  # what each unit staked wins: nothing in a push, −1 in a loss
    cite: Cite


@dataclass(frozen=True, slots=True)
class Outcomes:
    """From which hand on a kind of wager wins, stands off, or loses."""

    wins_from: Cited[StudHand]
    stands_off: Cited[StudHand]
    low_pair_loses: Cite
    nothing_loses: Cite


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """In which order hands are settled, at which odds, and where the cards go."""

    order: Cite  # from the dealer's right
    one_by_one: Cite
    handling: Mapping[Result, Cite]  # what the dealer does with the stakes
    winners_stay: Cite | None  # winning hands stay face up until all are paid
    jackpot_waits: Cite  # jackpots are paid after every hand is checked
    discard: Cite
    closed: Cite  # when the round is over
    pays: Cited[Mapping[StudHand, int]]
    ante: Mapping[StudHand, Verdict]
    street: Mapping[StudHand, Verdict]
    ante_folded: Cite | None  # None: the street's own fold rule takes the ante


@dataclass(frozen=True, slots=True)
class MississippiRules:
    """Mississippi Stud as one document has it."""

    source: Source
    seats: Cited[int]
    deck: DeckRules
    hands: HandRules
    wagers: WagerRules
    blind: BlindRules | None
    devices: Mapping[Device, DealRules]
    device_is_known: Cite  # cards come only from a device the document names
    burn: Cited[Rank] | None  # who may have a card burnt before the community cards
    burnt: Cite | None  # it is thrown away unseen
    barred: Mapping[Device, Cite]  # devices the house may choose not to use
    low_limit: Cited[Device] | None  # what a low-limit table deals from
    sizes_vary: Cite | None  # the house may set which amounts a street bet takes
    bet_or_fold: Cite | None  # the call that lets players look and decide
    streets: tuple[StreetRules, StreetRules, StreetRules]
    folding: FoldRules
    void: VoidRules
    settlement: SettlementRules

    @property
    def code(self) -> str:
        """The document's short name, such as CROWN3."""
        return self.source.code


def verdicts(
    ranking: Mapping[StudHand, Cite],
    pays: Cited[Mapping[StudHand, int]],
    outcomes: Outcomes,
) -> Mapping[StudHand, Verdict]:
    """What every hand does to one kind of wager, in the document's own order."""
    place = {hand: number for number, hand in enumerate(ranking)}
    last_win = place[outcomes.wins_from.value]
    last_push = place[outcomes.stands_off.value]
    table: dict[StudHand, Verdict] = {}
    for hand in ranking:
        if place[hand] <= last_win:
            table[hand] = Verdict(Result.WIN, pays.value[hand], pays.cite)
        elif place[hand] <= last_push:
            table[hand] = Verdict(Result.PUSH, 0, outcomes.stands_off.cite)
        elif hand is StudHand.PAIR_2_5:
            table[hand] = Verdict(Result.LOSE, -1, outcomes.low_pair_loses)
        else:
            table[hand] = Verdict(Result.LOSE, -1, outcomes.nothing_loses)
    return table


# Every document prints these odds; each cites its own table.
ODDS: Mapping[StudHand, int] = {
    StudHand.ROYAL_FLUSH: 500,
    StudHand.STRAIGHT_FLUSH: 100,
    StudHand.FOUR_OF_A_KIND: 40,
    StudHand.FULL_HOUSE: 10,
    StudHand.FLUSH: 6,
    StudHand.STRAIGHT: 4,
    StudHand.THREE_OF_A_KIND: 3,
    StudHand.TWO_PAIR: 2,
    StudHand.PAIR_J_A: 1,
}
