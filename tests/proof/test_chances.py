"""A million numbers of the stream: even, independent, and repeated as often as due."""

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest

from proof.draw import Drum, Prize
from proof.stream import Stream

MANY = 1_000_000
NINETY_NINE = 2.576  # standard deviations, either way


def strays(counts, cells, total):
    """How far a chi-square is from what it should be, in standard deviations."""
    due = total / cells
    found = sum((counts.get(cell, 0) - due) ** 2 / due for cell in range(cells))
    return abs(found - (cells - 1)) / sqrt(2 * (cells - 1))


@pytest.fixture(scope="module")
def numbers():
    stream = Stream(b"a key of the tests, for a million")
    return [stream.below(1_000) for _ in range(MANY)]


@pytest.mark.soak
def test_every_number_comes_as_often_as_any_other(numbers):
    assert strays(Counter(numbers), 1_000, MANY) < NINETY_NINE


@pytest.mark.soak
def test_what_comes_next_does_not_depend_on_what_came(numbers):
    twos = [n // 50 for n in numbers]
    pairs = zip(twos[::2], twos[1::2], strict=True)
    cells = Counter(20 * one + other for one, other in pairs)
    assert strays(cells, 400, MANY // 2) < NINETY_NINE
    mean = (1_000 - 1) / 2
    spread = (1_000**2 - 1) / 12
    moved = sum((one - mean) * (other - mean) for one, other in pairwise(numbers))
    assert abs(moved / (spread * (MANY - 1))) * sqrt(MANY) < NINETY_NINE


@pytest.mark.soak
def test_numbers_are_repeated_as_often_as_chance_has_it():
    stream, space = Stream(b"a key of the tests, for doubles"), 2**40
    seen = Counter(stream.below(space) for _ in range(MANY))
    due = MANY * MANY / 2 / space
    doubles = sum(count - 1 for count in seen.values())
    assert abs(doubles - due) < NINETY_NINE * sqrt(due) + 1


@pytest.mark.soak
def test_holders_win_in_proportion_to_their_tickets():
    """A hundred thousand draws of one prize among holdings of 1, 2, 3 and 4 tickets."""
    won = Counter()
    firsts = (0, 1, 3, 6)
    for number in range(MANY // 10):
        drum = Drum(firsts, 10, one_win_per_holder=True)
        key = number.to_bytes(32, "big")
        won[drum.draw((Prize("1", 1),), key)[0].index] += 1
    for index, share in enumerate((0.1, 0.2, 0.3, 0.4)):
        due, spread = share * MANY / 10, sqrt(MANY / 10 * share * (1 - share))
        assert abs(won[index] - due) < NINETY_NINE * spread
