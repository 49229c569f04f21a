"""Data in one spelling, so that everybody makes the same fingerprint of it."""

import hashlib
import json


def canonical(value: object) -> bytes:
    """JSON in one spelling: sorted keys, no spaces, UTF-8, whole numbers only."""
    return json.dumps(
        value,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    ).encode()


def sha256(content: bytes) -> str:
    """The fingerprint of some bytes, as it is printed."""
    return hashlib.sha256(content).hexdigest()
