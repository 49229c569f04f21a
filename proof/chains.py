"""Chains of values, each the hash of the next: one promise, told value by value."""

import hashlib
import unicodedata

BYTES = 32
# A guess at a phrase costs about a second's work, and only HMAC-SHA256 is needed.
GUESS = 600_000


def chain(last: bytes, length: int) -> tuple[bytes, ...]:
    """The chain that ends in this value; its first value is the promise."""
    if len(last) != BYTES or length < 1:
        raise ValueError(f"A chain has values of {BYTES} bytes, and one at least.")
    values = [last]
    for _ in range(length - 1):
        values.append(hashlib.sha256(values[-1]).digest())
    return tuple(reversed(values))


def length_for(reserves: int) -> int:
    """How many values a draw needs: the promise, the draw, and each replacement."""
    return 2 + reserves


def from_phrase(phrase: str, salt: bytes) -> bytes:
    """The last value of a scrutineer's chain, from a phrase that is stored nowhere."""
    said = " ".join(unicodedata.normalize("NFC", phrase).split())
    return hashlib.pbkdf2_hmac("sha256", said.encode(), salt, GUESS)
