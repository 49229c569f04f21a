"""Promises: a secret is fixed by its fingerprint before anybody is told it."""

import hmac

from proof.canonical import sha256


def commitment(secret: bytes) -> str:
    """The promise of a secret, given before it is told."""
    return sha256(secret)


def keeps(promise: str, secret: bytes) -> bool:
    """Whether this is the secret that was promised."""
    return hmac.compare_digest(commitment(secret), promise)
