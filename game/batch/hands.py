"""The rank of many five-card hands at once, equal to `game.hands.rank_hand` for each.

Every card is worth one number: a key of its rank in the low bits and a counter of its
suit above them. The five numbers of a hand are added up, two pairs of cards and the
fifth card at a time. The keys are chosen so that no two sets of five ranks share a
sum; a suit that was counted five times is a flush.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.hands import LAST_STUD_RANK, StudHand, standings

# With these, any five ranks, none of them five times, have a sum of their own.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
TOP_SUM = 4 * RANK_KEYS[12] + RANK_KEYS[11]
SUIT_SHIFT = 20  # above every sum of keys; three bits for each suit follow
KEY_MASK = (1 << SUIT_SHIFT) - 1
ONE_OF_EACH_SUIT = 0b001_001_001_001
CHUNK = 1 << 15  # hands at a time, so that the working set stays in the cache

Cards = NDArray[np.integer[Any]]
Ranks = NDArray[np.int16]


@cache
def card_values() -> NDArray[np.uint32]:
    """What each of the 52 cards adds to the sum of its hand."""
    values = [
        RANK_KEYS[card >> 2] + (1 << SUIT_SHIFT + 3 * (card & 3)) for card in range(52)
    ]
    return np.array(values, dtype=np.uint32)


@cache
def pair_values() -> NDArray[np.uint32]:
    """What two cards add together, by the two bytes that hold them."""
    values, cards = card_values(), np.arange(52)
    pairs = np.zeros(256 * 52, dtype=np.uint32)
    pairs[cards[:, None] + 256 * cards] = values[:, None] + values
    return pairs


@cache
def rank_tables() -> tuple[Ranks, Ranks]:
    """The rank of a hand by its sum of keys: unsuited hands, then flushes."""
    tables = np.zeros((2, TOP_SUM + 1), dtype=np.int16)
    keys = np.array(RANK_KEYS, dtype=np.int64)
    for table, places in zip(tables, standings(), strict=True):
        ranks = np.array(list(places), dtype=np.int64)
        table[keys[ranks].sum(axis=1)] = list(places.values())
    return tables[0], tables[1]


def rank_hands(cards: Cards) -> Ranks:
    """The ranks of hands given as rows of five different cards, chunk by chunk."""
    if cards.ndim != 2 or cards.shape[1] != 5:
        raise ValueError(f"Hands are rows of five cards, not {cards.shape}.")
    ranks = np.empty(len(cards), dtype=np.int16)
    for start in range(0, len(cards), CHUNK):
        part = slice(start, start + CHUNK)
        _rank_chunk(cards[part], ranks[part])
    return ranks


def _rank_chunk(cards: Cards, ranks: Ranks) -> None:
    if cards.min() < 0 or cards.max() > 51:
        raise ValueError("Cards are numbers from 0 to 51.")
    total = _sum_up(np.ascontiguousarray(cards, dtype=np.uint8))
    keys = (total & KEY_MASK).astype(np.intp)
    unsuited, suited = rank_tables()
    unsuited.take(keys, out=ranks, mode="clip")
    counts = total >> SUIT_SHIFT
    counts &= counts >> 2  # five is 101 in binary, and no smaller count has both bits
    counts &= ONE_OF_EACH_SUIT
    flushes = np.flatnonzero(counts)
    ranks[flushes] = suited[keys[flushes]]


def _sum_up(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    pairs, singles = pair_values(), card_values()
    first = cards[:, 0:2].view(np.uint16)[:, 0].astype(np.intp)
    total = pairs.take(first, mode="clip")
    second = cards[:, 2:4].view(np.uint16)[:, 0].astype(np.intp)
    total += pairs.take(second, mode="clip")
    total += singles.take(cards[:, 4].astype(np.intp), mode="clip")
    return total


def stud_classes(ranks: Ranks) -> NDArray[np.intp]:
    """The place of each rank's class among the `StudHand` classes, best first."""
    last_ranks = np.array([LAST_STUD_RANK[hand] for hand in StudHand])
    return np.searchsorted(last_ranks, ranks)
