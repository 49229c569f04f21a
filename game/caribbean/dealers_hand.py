"""The Dealer's hand: whether it plays, and how a player's hand stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.cards import RANKS, Card
from game.caribbean.round import Round
from game.hands import Category, category, rank_hand
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.mississippi import Result
from rulebook import VIC99, Cited

NO_HAND = VIC99.at("N25-14.6.2")


@dataclass(frozen=True, slots=True)
class DealerHand:
    """The Dealer's five cards once turned: their rank, and whether they play."""

    rank: int
    plays: Cited[bool]
    dead: bool = False  # a wrong number of cards: “No Hand”, whatever they are


def dealer_hand(now: Round) -> DealerHand | None:
    """The Dealer's hand where it is known: turned, or dead whatever the cards are."""
    if now.dealer_dead:
        return DealerHand(0, Cited(value=False, cite=NO_HAND), dead=True)
    return turned(now.table.rules, now.dealer) if now.revealed else None


def turned(
    rules: CaribbeanRules, cards: Sequence[Card], *, dead: bool = False
) -> DealerHand:
    """The Dealer's hand, at its best value."""
    return DealerHand(rank_hand(cards), qualifies(rules, cards), dead)


def announce(
    rules: CaribbeanRules, cards: Sequence[Card], called: Category | None = None
) -> Cited[Category]:
    """The best value of five cards, whatever a player called, and the rule for it."""
    hand = category(rank_hand(cards))
    miscalled = called not in (None, hand)
    cite = rules.hands.best_value if miscalled else rules.hands.ranking[hand]
    return Cited(hand, cite)


def qualifies(rules: CaribbeanRules, dealer: Sequence[Card]) -> Cited[bool]:
    """Whether the Dealer's hand plays: with an ace and a king, or anything better."""
    needed = rules.settlement.qualifies
    if announce(rules, dealer).value is not Category.HIGH_CARD:
        return Cited(value=True, cite=needed.cite)
    order = rules.hands.order.value
    by_rank = sorted([RANKS[card >> 2] for card in dealer], key=order.index)
    return Cited(tuple(by_rank[:2]) == needed.value, needed.cite)


def compare(rules: CaribbeanRules, player: int, dealer: int) -> Cited[Result]:
    """Which of two ranks is the higher hand, and the rule that tells them apart."""
    if player == dealer:  # no suit is higher than another
        return Cited(Result.PUSH, rules.hands.suits_rank.cite)
    same_class = category(player) is category(dealer)
    cite = rules.hands.within_a_class if same_class else rules.hands.order_of_hands
    return Cited(Result.WIN if player < dealer else Result.LOSE, cite)
