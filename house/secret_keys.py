"""Secrets that nobody guesses: how long, how surprising, and one the house made."""

import os
import secrets
import tempfile
from pathlib import Path

SHORTEST = 32
# Of characters that do not follow from those before them; random digits have more.
LEAST_SURPRISES = 12
COMMON = (
    "password",
    "passw0rd",
    "passwort",
    "changeme",
    "letmein",
    "default",
    "example",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwerty",
    "secret",
    "admin",
    "house",
    "rules",
    "test",
)


def weakness(secret: str) -> str:
    """Why a secret is no good; empty for one that nobody guesses."""
    if len(secret) < SHORTEST:
        return f"has {len(secret)} characters; it needs at least {SHORTEST}"
    if _surprises(secret.lower()) < LEAST_SURPRISES:
        return "is easy to guess: it repeats itself, counts up or is made of words"
    return ""


def _surprises(secret: str) -> int:
    """How many characters neither step on from the last nor repeat a passage."""
    for word in COMMON:
        secret = secret.replace(word, " ")
    places = range(2, len(secret))
    return sum(
        abs(ord(secret[n]) - ord(secret[n - 1])) > 1
        and secret[n - 2 : n + 1] not in secret[:n]
        for n in places
    )


def kept(path: Path) -> str:
    """The demo house's own secret, made once so that every process shares it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _make(path)
    return path.read_text(encoding="ascii")


def _make(path: Path) -> None:
    """Write a secret that appears whole, for its owner alone, or leave another's."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
    half = Path(name)
    try:
        path.hardlink_to(half)
    except FileExistsError:
        pass
    finally:
        half.unlink()
