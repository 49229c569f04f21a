"""Numbers without bias from one key: the stream of HR-DRAW-1."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

PROTOCOL = "HR-DRAW-1"
WORD_BITS = 64
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
        return next(v for v in (w >> shift for w in self._words) if v < n)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A fair order: from the last place down, each is as likely as any other."""
        order = list(items)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        text = PROTOCOL.encode() + block.to_bytes(8, "big")
        digest = hmac.digest(key, text, hashlib.sha256)
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24))
        block += 1
