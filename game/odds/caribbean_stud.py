"""Caribbean Stud under any pay table, played perfectly or by a simple rule, exactly.

A pair or better is always bet: with even money or more for a win it beats folding
against every up card. Less than ace-king is never bet: it wins only when the Dealer
does not play, which is never half of the time. What is left are the ace-king hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from game.hands import Category
from game.odds.ace_king import BEHIND, RankSet, Sight, sights
from game.odds.showdowns import HANDS, Against, made_hands

Pays = Mapping[Category, Fraction | int]  # of the Bet, to 1

UP_CARDS = 47
DEALS = HANDS * UP_CARDS * BEHIND
BET = 2  # antes
# Ace, king, jack, eight and three, one bit for each rank.
AKJ83: RankSet = 1 << 12 | 1 << 11 | 1 << 9 | 1 << 6 | 1 << 1


class Strategy(StrEnum):
    """How the ace-king hands are played."""

    OPTIMAL = "optimal"
    AKJ83 = "akj83"  # bet with ace-king-jack-eight-three or better


@dataclass(frozen=True, slots=True)
class Analysis:
    """The long run of one round, per unit of the ante."""

    ev: Fraction
    average_wager: Fraction

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit wagered in all."""
        return -self.ev / self.average_wager


def analyse(pays: Pays, strategy: Strategy = Strategy.OPTIMAL) -> Analysis:
    """Play every hand by the strategy; the Bet pays at least even money."""
    if least := [hand for hand in Category if pays[hand] < 1]:
        raise ValueError(f"A winning Bet pays 1 to 1 or more, {least[0]} too.")
    net: Fraction | int = 0
    bets = 0
    for hand, against in made_hands().items():
        # Each Dealer's hand shows any one of its five cards.
        net += 5 * _net(against, pays[hand])
        bets += 5 * against.total
    for sight in sights():
        won = _net(sight.against, pays[Category.HIGH_CARD])
        if _stays_in(strategy, sight, won):
            net += sight.deals * won
            bets += sight.deals * BEHIND
    net -= DEALS - bets  # every other hand folds its ante
    return Analysis(Fraction(net) / DEALS, 1 + Fraction(BET * bets, DEALS))


def _stays_in(strategy: Strategy, sight: Sight, won: Fraction | int) -> bool:
    if strategy is Strategy.AKJ83:
        return sight.hand >= AKJ83
    return won >= -BEHIND  # a fold loses the ante against everything


def _net(against: Against, pays: Fraction | int) -> Fraction | int:
    """What betting wins over all the Dealer can hold, in antes."""
    won = against.no_hand + against.lower * (1 + BET * pays)
    return won - against.higher * (1 + BET)
