"""Ranking hands by the million, against the public five-card calls of two libraries."""

from importlib import import_module
from itertools import chain, combinations, islice

import numpy as np

from bench import Benchmark, Better, Measured
from bench.timing import seconds
from game.batch.hands import rank_hands
from game.cards import Card, show

HANDS = 2_598_960
TIMES = 4  # more than ten million hands in one array
SAMPLE = 200_000  # takes about as long, so that a busy machine is as hard on both
GOES = 7


def _all_hands() -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, dtype=np.uint8, count=5 * HANDS).reshape(HANDS, 5)


def _measure() -> Measured:
    every = _all_hands()
    np.random.default_rng(1).shuffle(every)
    many = np.tile(every, (TIMES, 1))
    rank_hands(every[:1000])  # the tables are built once, whatever is asked
    taken = seconds(lambda: rank_hands(many), GOES)
    sample = [tuple(int(card) for card in hand) for hand in islice(every, SAMPLE)]
    others = max(_eval7(sample), _phevaluator(sample))
    return Measured(TIMES * HANDS / taken, others)


# The two libraries are needed for this figure alone, and read only to take it.


def _eval7(sample: list[tuple[int, ...]]) -> float:
    eval7 = import_module("eval7")
    hands = [[eval7.Card(show([Card(card)])) for card in hand] for hand in sample]
    evaluate = eval7.evaluate
    return SAMPLE / seconds(lambda: [evaluate(hand) for hand in hands], GOES)


def _phevaluator(sample: list[tuple[int, ...]]) -> float:
    # The same numbers for the same cards: a rank times four, and a suit.
    evaluate = import_module("phevaluator").evaluate_cards
    return SAMPLE / seconds(lambda: [evaluate(*hand) for hand in sample], GOES)


BENCHMARK = Benchmark(
    name="evaluate-batch",
    unit="hands/s",
    against="the faster of eval7 and phevaluator, one five-card call at a time",
    goal=25,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
