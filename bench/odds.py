"""Exact Mississippi Stud odds, another pay table each time, once tables are built."""

from itertools import count

from bench import Benchmark, Better, Measured
from bench.timing import seconds, seconds_in_fresh_process
from game.hands import StudHand
from game.odds.mississippi_stud import analyse

PAYS = {
    StudHand.ROYAL_FLUSH: 500,
    StudHand.STRAIGHT_FLUSH: 100,
    StudHand.FOUR_OF_A_KIND: 40,
    StudHand.FULL_HOUSE: 10,
    StudHand.FLUSH: 6,
    StudHand.STRAIGHT: 4,
    StudHand.THREE_OF_A_KIND: 3,
    StudHand.TWO_PAIR: 2,
    StudHand.PAIR_J_A: 1,
    StudHand.PAIR_6_10: 0,
}


def _measure() -> Measured:
    analyse(PAYS)
    royals = count(501)  # no answer can be remembered from the last time
    warm = seconds(
        lambda: analyse({**PAYS, StudHand.ROYAL_FLUSH: next(royals)}), goes=20
    )
    cold = seconds_in_fresh_process(
        "from bench.odds import PAYS, analyse", "analyse(PAYS)", goes=3
    )
    return Measured(1000 * warm, 1000 * cold)


BENCHMARK = Benchmark(
    name="odds-exact",
    unit="ms",
    against="the same question in a fresh process, which builds its tables first",
    goal=30,
    better=Better.LOWER,
    goal_is_ratio=False,
    measure=_measure,
)
