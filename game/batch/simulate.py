"""Mississippi Stud played by the million: a check of the exact odds by dealing cards.

Cards come from a seeded stream, so a simulation can be run again; it never deals a
real game. The play is the best strategy, and the hands are ranked by the batch code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.batch.hands import RANK_KEYS, rank_hands, stud_classes
from game.hands import StudHand
from game.odds.mississippi_stud import Strategy, Ties, best_strategy
from game.odds.streets import HANDS, View, streets

CHUNK = 1 << 17  # rounds at a time
SUITED = 1 << 20  # above every sum of rank keys

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Simulated:
    """What so many rounds came to, in antes; sums are exact, means are estimates."""

    rounds: int
    net: int
    wagered: int
    squares: int  # of the net of each round

    @property
    def mean(self) -> float:
        """The average net of a round."""
        return self.net / self.rounds

    @property
    def standard_error(self) -> float:
        """How far the average may well be from the truth."""
        variance = self.squares / self.rounds - self.mean**2
        return sqrt(variance / self.rounds)

    def plus(self, other: "Simulated") -> "Simulated":
        """Both together."""
        return Simulated(
            self.rounds + other.rounds,
            self.net + other.net,
            self.wagered + other.wagered,
            self.squares + other.squares,
        )


def simulate(
    pays: Mapping[StudHand, int], rounds: int, seed: int, ties: Ties = Ties.BET
) -> Simulated:
    """Play so many rounds by the best strategy for a pay table of whole odds."""
    strategy = best_strategy(pays, ties)
    odds = np.array([pays.get(hand, -1) for hand in HANDS], dtype=np.int64)
    stream = np.random.default_rng(seed)
    total = Simulated(0, 0, 0, 0)
    while total.rounds < rounds:
        cards = _deal(stream, min(CHUNK, rounds - total.rounds))
        total = total.plus(_play(strategy, odds, cards))
    return total


def _deal(stream: np.random.Generator, rounds: int) -> Ints:
    """Five different cards for each round; draws that repeat a card are drawn again."""
    cards = stream.integers(0, 52, size=(rounds, 5))
    while len(again := np.flatnonzero(_repeats(cards))):
        cards[again] = stream.integers(0, 52, size=(len(again), 5))
    return cards


def _repeats(cards: Ints) -> NDArray[np.bool_]:
    ordered = np.sort(cards, axis=1)
    repeated: NDArray[np.bool_] = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return repeated


def _play(strategy: Strategy, odds: Ints, cards: Ints) -> Simulated:
    """Bet street by street; whoever folds keeps what is staked at that moment."""
    staked = np.ones(len(cards), dtype=np.int64)
    live = np.ones(len(cards), dtype=np.bool_)
    streets_played: list[tuple[int, Mapping[int, Any]]] = [
        (2, {1: strategy.third}),
        (3, strategy.fourth),
        (4, strategy.fifth),
    ]
    for seen, worths in streets_played:
        states = _states(cards[:, :seen])
        bets = np.zeros(len(cards), dtype=np.int64)
        for amount, by_state in worths.items():
            table = np.array([worth.bet for worth in by_state])
            here = live & (staked == amount)
            bets[here] = table[states[here]]
        live &= bets > 0
        staked += bets
    to_one = odds[stud_classes(rank_hands(cards))]
    net = np.where(live, staked * to_one, -staked)
    return Simulated(len(cards), int(net.sum()), int(staked.sum()), int((net**2).sum()))


def _states(cards: Ints) -> Ints:
    """The state of each row of cards seen."""
    keys, states = _tables(cards.shape[1])
    ranks = np.array(RANK_KEYS, dtype=np.int64)[cards >> 2].sum(axis=1)
    suited = ((cards & 3) == (cards[:, :1] & 3)).all(axis=1)
    found: Ints = states[np.searchsorted(keys, ranks + SUITED * suited)]
    return found


@cache
def _tables(seen: int) -> tuple[Ints, Ints]:
    """The key of every view of so many cards in order, and the state it is in."""
    by_key = sorted(
        (_key(view), state) for view, state in streets().states[seen].items()
    )
    keys, states = zip(*by_key, strict=True)
    return np.array(keys, dtype=np.int64), np.array(states, dtype=np.int64)


def _key(view: View) -> int:
    return sum(RANK_KEYS[rank] for rank in view.ranks) + SUITED * view.suited
