"""What a document says about Caribbean Stud, clause by clause, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from game.hands import Category
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Medium, VoidRules
from rulebook import Cite, Cited, Source


class CapScope(StrEnum):
    """What a posted maximum payout limits."""

    HAND = "the Bet of each hand"
    TABLE = "all Bets of a round together, shared in proportion"


@dataclass(frozen=True, slots=True)
class HandRules:
    """How cards and hands rank."""

    suits_rank: Cited[bool]
    order: Cited[str]  # the ranks from high to low
    ranking: Mapping[Category, Cite]  # best first
    order_of_hands: Cite
    within_a_class: Cite
    best_value: Cite  # the hand counts for what it is worth, whatever was called


@dataclass(frozen=True, slots=True)
class WagerRules:
    """Who may stake what, and until when."""

    ante: Cited[str]
    bet: Cited[str]
    jackpot_needs_ante: Cite
    media: Cited[frozenset[Medium]]
    buys_cards: Cite  # the ante comes first: no ante, no cards
    before_first_card: Cite
    jackpot_offered: Cite
    jackpot_registered: Cite  # it counts only once the equipment has taken it
    jackpot_price: Cite
    untouched: Cite
    spoken: Cite
    hands_per_player: Cited[int]
    wagers_per_box: Cited[int]
    no_more_bets: Cite


@dataclass(frozen=True, slots=True)
class DealRules:
    """How one device deals: how many cards at a time, and which one is turned up."""

    clockwise: Cite
    at_once: Cited[int]  # cards that a hand gets in one pass
    to_dealer: Cite
    further: Cite  # the passes after the first
    up_card: Cited[int]  # which of the Dealer's five cards shows
    turned: bool  # dealt face down and turned over, rather than dealt face up


@dataclass(frozen=True, slots=True)
class DecisionRules:
    """Fold or bet, once the Dealer's up card shows."""

    choices: Cite
    times: Cited[int]  # the Bet in antes, exactly
    place_bet: Cite
    looks: Cite  # nobody looks or decides before the up card shows
    fold: Cite
    folded: Cite  # what becomes of the ante and the cards
    counted: Cited[int]  # cards shown to be there before they are discarded


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """What the Dealer's hand does to every wager."""

    reveal: Cite
    qualifies: Cited[tuple[str, str]]  # the two cards a Dealer's hand plays with
    no_hand: Cite
    antes_paid: Cite
    order: Cite
    wins: Cite
    loses: Cite
    equal: Cite
    void: Cited[int]  # what a stake that neither wins nor loses nets
    ante_pays: Cited[int]
    bet_pays: Cited[Mapping[Category, int]]
    maximum: Cite  # posted at the table; jackpots stand outside it
    jackpot_waits: Cite
    no_hand_by_error: Cite  # the Dealer's hand had a wrong number of cards
    reinstated: Cite  # and then a folded ante is alive again
    all_checked: Cite  # and every hand is looked at for a jackpot


@dataclass(frozen=True, slots=True)
class CaribbeanRules:
    """Caribbean Stud as one document has it."""

    source: Source
    seats: Cited[int]
    one_hand_to_a_seat: Cite
    deck: DeckRules
    two_decks: Cite  # a shuffling shoe has two, in turn
    hands: HandRules
    wagers: WagerRules
    device_is_known: Cite
    devices: Mapping[Device, DealRules]
    decisions: DecisionRules
    settlement: SettlementRules
    void: VoidRules
