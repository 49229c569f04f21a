"""Mississippi Stud played perfectly, under any pay table, in exact arithmetic.

A street bet is worth either its least or its most: what a hand is worth never bends
downwards in the amount at stake, so 2x is never better than both 1x and 3x. Working
back from the last card gives the best bet of every state for every amount staked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from game.hands import StudHand
from game.odds.streets import HANDS, Futures, frequencies, streets

FOLD, LEAST, MOST = 0, 1, 3
BETS = {FOLD: "fold", LEAST: "1x", MOST: "3x"}
LOSES = Fraction(-1)
WAYS = comb(52, 2) * 50 * 49 * 48  # two cards together, then three one by one

Pays = Mapping[StudHand, Fraction | int]  # to 1: 0 returns the stake, −1 takes it


class Ties(StrEnum):
    """What is done where folding and betting are worth the same."""

    BET = "bet"
    FOLD = "fold"


class Worth(NamedTuple):
    """What the best bet of a state comes to, summed over all cards yet to fall."""

    bet: int
    net: int
    square: int  # of the net
    wager: int


@dataclass(frozen=True, slots=True)
class Strategy:
    """The best bet of every state, by the units already staked where they differ."""

    third: Sequence[Worth]
    fourth: Mapping[int, Sequence[Worth]]
    fifth: Mapping[int, Sequence[Worth]]
    unit: int  # the common denominator of the pay table: what one unit is counted as


@dataclass(frozen=True, slots=True)
class Analysis:
    """The long run of one perfectly played round, per unit of the ante."""

    ev: Fraction
    average_wager: Fraction
    variance: Fraction
    frequencies: Mapping[StudHand, int]
    starting_hands: Mapping[str, str]

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit wagered in all."""
        return -self.ev / self.average_wager


def analyse(pays: Pays, ties: Ties = Ties.BET) -> Analysis:
    """Play every hand perfectly under this pay table; what is not named loses."""
    strategy = best_strategy(pays, ties)
    starts = streets().starts
    dealt = [(strategy.third[s.state], s.deals) for s in starts.values()]
    ev = Fraction(sum(w.net * n for w, n in dealt), WAYS * strategy.unit)
    square = Fraction(sum(w.square * n for w, n in dealt), WAYS * strategy.unit**2)
    return Analysis(
        ev=ev,
        average_wager=Fraction(sum(w.wager * n for w, n in dealt), WAYS),
        variance=square - ev**2,
        frequencies=frequencies(),
        starting_hands={
            name: BETS[strategy.third[start.state].bet]
            for name, start in starts.items()
        },
    )


def best_strategy(pays: Pays, ties: Ties = Ties.BET) -> Strategy:
    """The best bet in every state, worked back from the last card."""
    table = [Fraction(pays.get(hand, LOSES)) for hand in HANDS]
    unit = lcm(*(pay.denominator for pay in table))
    chooser = _Chooser(unit, ties)
    won = _WonByTheLastCard([int(pay * unit) for pay in table])
    fifth = {staked: chooser.fifth(won, staked) for staked in (3, 5, 7)}
    fourth = {n: chooser.street(streets().fourth, n, 49 * 48, fifth) for n in (2, 4)}
    third = chooser.street(streets().third, 1, 50 * 49 * 48, fourth)
    return Strategy(third, fourth, fifth, unit)


class _WonByTheLastCard:
    """What one unit wins over the 48 last cards of each state, and its square."""

    def __init__(self, pays: Sequence[int]) -> None:
        ends = streets().fifth
        self.net = [sum(n * pay for n, pay in zip(e, pays, strict=True)) for e in ends]
        self.square = [
            sum(n * pay**2 for n, pay in zip(e, pays, strict=True)) for e in ends
        ]


@dataclass(frozen=True, slots=True)
class _Chooser:
    """Picks the best bet, in whole numbers: every worth is a sum over cards."""

    unit: int
    ties: Ties

    def choose(self, fold: int, least: int, most: int) -> int:
        """The bet with the highest net; among equal bets the smaller one."""
        bet = LEAST if least >= most else MOST
        best = max(least, most)
        folds = fold > best or (fold == best and self.ties is Ties.FOLD)
        return FOLD if folds else bet

    def folded(self, staked: int, ways: int) -> Worth:
        lost = staked * self.unit
        return Worth(FOLD, -lost * ways, lost**2 * ways, staked * ways)

    def fifth(self, won: _WonByTheLastCard, staked: int) -> list[Worth]:
        """The best bet of each state before the last card, with so much staked."""
        worths = []
        for net, square in zip(won.net, won.square, strict=True):
            fold = self.folded(staked, 48)
            least, most = staked + LEAST, staked + MOST
            bet = self.choose(fold.net, least * net, most * net)
            total = staked + bet
            worths.append(
                Worth(bet, total * net, total**2 * square, 48 * total) if bet else fold
            )
        return worths

    def street(
        self,
        states: Sequence[Futures],
        staked: int,
        ways: int,
        onwards: Mapping[int, Sequence[Worth]],
    ) -> list[Worth]:
        """The best bet of each state of a street, from the worths of the next one."""
        fold = self.folded(staked, ways)
        least, most = onwards[staked + LEAST], onwards[staked + MOST]
        worths = []
        for futures in states:
            bet = self.choose(
                fold.net,
                sum(least[state].net * cards for state, cards in futures),
                sum(most[state].net * cards for state, cards in futures),
            )
            worths.append(_sum(bet, futures, onwards[staked + bet]) if bet else fold)
        return worths


def _sum(bet: int, futures: Futures, onwards: Sequence[Worth]) -> Worth:
    """The worth of a bet: that of every state it can lead to, taken together."""
    leads = [(onwards[state], cards) for state, cards in futures]
    return Worth(
        bet,
        sum(worth.net * cards for worth, cards in leads),
        sum(worth.square * cards for worth, cards in leads),
        sum(worth.wager * cards for worth, cards in leads),
    )


def unfolded(strategy: Strategy) -> Mapping[StudHand, Fraction]:
    """The chance to end in each class of hand without having folded on the way."""
    totals = [0] * len(HANDS)
    for start in streets().starts.values():
        third = strategy.third[start.state].bet
        for state, cards in streets().third[start.state] if third else ():
            ways = start.deals * cards
            for hand, ends in enumerate(_live(strategy, state, 1 + third)):
                totals[hand] += ways * ends
    return {hand: Fraction(n, WAYS) for hand, n in zip(HANDS, totals, strict=True)}


def _live(strategy: Strategy, state: int, staked: int) -> Sequence[int]:
    """The last two cards that end in each class from a state of 4th Street."""
    totals = [0] * len(HANDS)
    bet = strategy.fourth[staked][state].bet
    for fifth, cards in streets().fourth[state] if bet else ():
        if strategy.fifth[staked + bet][fifth].bet:
            for hand, ends in enumerate(streets().fifth[fifth]):
                totals[hand] += cards * ends
    return totals
