"""Numbers without bias from one key: the stream of HR-DRAW-1."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

PROTOCOL = "HR-DRAW-1"
WORD_BITS = 64
FOUR_WORDS = Struct(">4Q")
T = TypeVar("T")


class Stream:
    """The numbers one key gives, the same to everybody who has it."""

    def __init__(self, key: bytes) -> None:
        self._words = _words(key)

    def below(self, n: int) -> int:
        """The next number from nought to below n, each as likely as any other."""
        if not 1 <= n <= 1 << WORD_BITS:
            raise ValueError(f"There is no number below {n} to be drawn.")
        if n == 1:
            return 0
        shift = WORD_BITS - (n - 1).bit_length()
        while (found := next(self._words) >> shift) >= n:
            pass
        return found

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A fair order: from the last place down, each is as likely as any other."""
        order = list(items)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order


def _words(key: bytes) -> Iterator[int]:
    for block in count():
        text = PROTOCOL.encode() + block.to_bytes(8, "big")
        yield from FOUR_WORDS.unpack(hmac.digest(key, text, hashlib.sha256))
