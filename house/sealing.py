"""Sealing what the database alone must not give away."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from house.config import Config


class BrokenSeal(ValueError):
    """What was sealed has been changed, has lapsed, or was sealed by another house."""


@dataclass(frozen=True)
class Seal:
    """The house's seal: made with today's secret, opened with any of the older ones."""

    secrets: tuple[str, ...]

    @classmethod
    def of(cls, config: Config) -> "Seal":
        """The seal of the house with these settings."""
        return cls((config.secret_key, *config.old_secret_keys))

    @cached_property
    def _keys(self) -> MultiFernet:
        return MultiFernet([Fernet(_key(secret)) for secret in self.secrets])

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The names of its keys, today's first, from which no key can be found."""
        return tuple(fingerprint(secret) for secret in self.secrets)

    def seal(self, plain: bytes) -> bytes:
        """What may be stored or handed to a browser."""
        return self._keys.encrypt(plain)

    def open(self, sealed: bytes, *, seconds: int | None = None) -> bytes:
        """What was sealed, if the seal is whole and not older than that."""
        try:
            return self._keys.decrypt(sealed, ttl=seconds)
        except (InvalidToken, TypeError, ValueError):
            raise BrokenSeal("The seal is broken or has lapsed.") from None

    def mark(self, plain: str) -> str:
        """A fingerprint that nobody can guess backwards without the house's secret."""
        key = self.secrets[0].encode()
        return hmac.new(key, plain.encode(), hashlib.sha256).hexdigest()


def _key(secret: str) -> bytes:
    """The sealing key of a secret, apart from every other use of that secret."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"seal {secret}".encode()).digest())


def fingerprint(secret: str) -> str:
    """The name of a key: safe to print, and the same wherever the key is known."""
    return hashlib.sha256(f"fingerprint {secret}".encode()).hexdigest()[:16]
