"""Passwords: what is asked of one, and how it is kept."""

import secrets
import threading
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from house.config import Config
from rulebook import HOUSE, Refusal

SHORTEST, LONGEST = 12, 256
FEWEST_DIFFERENT = 4
# Twelve letters of this alphabet hold 60 bits; none is mistaken for another.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
# Each hash takes tens of megabytes: a flood of sign-ins waits instead of eating them.
_AT_ONCE = threading.BoundedSemaphore(2)
_LIST = Path(__file__).parent / "common_passwords.txt"
_COMMONEST = frozenset(_LIST.read_text(encoding="utf-8").split())
_RUNS = ("0123456789" * 3, "9876543210" * 3, "abcdefghijklmnopqrstuvwxyz")


def normal(password: str) -> str:
    """A password in one spelling, whichever keyboard it came from."""
    return unicodedata.normalize("NFKC", password)


def objections(password: str, names: Iterable[str]) -> tuple[Refusal, ...]:
    """Everything that speaks against a new password of somebody with these names."""
    plain = normal(password)
    wrongs = []
    if len(plain) < SHORTEST:
        wrongs.append((f"It has {len(plain)} characters.", "Use at least 12."))
    if len(plain) > LONGEST:
        wrongs.append((f"It has {len(plain)} characters.", "Use at most 256."))
    if _bare(plain) in {_bare(name) for name in names}:
        wrongs.append(("It is a name that anyone can look up.", "Choose another."))
    if _is_common(plain):
        wrongs.append(("It is among the first that are guessed.", "Choose another."))
    cite = HOUSE.at("ACCESS-2")
    return tuple(Refusal(cite, wrong, right, "password") for wrong, right in wrongs)


def _bare(text: str) -> str:
    """The letters of a text, without the digits and signs put around them."""
    folded = "".join(c for c in normal(text).casefold() if c.isalnum())
    return folded.strip("0123456789") or folded


def _is_common(plain: str) -> bool:
    folded = "".join(c for c in plain.casefold() if c.isalnum())
    known = folded in _COMMONEST or _bare(plain) in _COMMONEST
    run = bool(folded) and any(folded in run for run in _RUNS)
    return known or run or len(set(plain)) < FEWEST_DIFFERENT


def one_time() -> str:
    """A password made by the house, easy to read out: three groups of four."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


class Passwords:
    """Hashes and checks passwords at the cost this house has set."""

    def __init__(self, memory_kib: int, rounds: int) -> None:
        self._argon = PasswordHasher(
            time_cost=rounds, memory_cost=memory_kib, parallelism=1
        )
        self._nobodys = self.hash(secrets.token_urlsafe(16))

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        with _AT_ONCE:
            return self._argon.hash(normal(password))

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; the work is the same when nobody has one."""
        plain = normal(password)
        too_long = len(plain) > LONGEST
        against = kept if kept and kept.startswith("$argon2") else self._nobodys
        with _AT_ONCE:
            try:
                self._argon.verify(against, "" if too_long else plain)
            except (VerificationError, InvalidHashError):
                return False
        return against is kept and not too_long

    def outdated(self, kept: str) -> bool:
        """Whether a kept hash was made at another cost than today's."""
        return self._argon.check_needs_rehash(kept)


@cache
def _of(memory_kib: int, rounds: int) -> Passwords:
    return Passwords(memory_kib, rounds)


def passwords(config: Config) -> Passwords:
    """The one who hashes for this house."""
    return _of(config.argon_memory_kib, config.argon_rounds)
