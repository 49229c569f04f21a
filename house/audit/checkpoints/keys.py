"""The key checkpoints are signed with: a file apart from the database."""

import os
from dataclasses import replace
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization as coding
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from house.audit.checkpoints.checkpoint import Checkpoint

OTHERS = 0o007


class KeyTrouble(Exception):
    """The key cannot be used, and what to do about it."""


def make(path: Path) -> Ed25519PrivateKey:
    """A new key in a file that only its owner reads; never over another."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(
        coding.Encoding.PEM, coding.PrivateFormat.PKCS8, coding.NoEncryption()
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        why = f"The key {path} cannot be written: {error.strerror}."
        raise KeyTrouble(why) from None
    return key


def load(path: Path) -> Ed25519PrivateKey:
    """The key in this file."""
    try:
        open_to_all = path.stat().st_mode & OTHERS
        key = coding.load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        why = f"The key {path} cannot be read: {error.strerror}."
        raise KeyTrouble(why) from None
    except (ValueError, TypeError):
        raise KeyTrouble(f"{path} holds no key that can be read.") from None
    if open_to_all:
        why = f"The key {path} can be read by everybody: run “chmod 600 {path}”."
        raise KeyTrouble(why)
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyTrouble(f"{path} holds a key of another kind than Ed25519.")
    return key


def public(key: Ed25519PrivateKey) -> str:
    """The public half of a key, as it is published: 64 digits."""
    return key.public_key().public_bytes_raw().hex()


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> Checkpoint:
    """The checkpoint with its signature."""
    unsigned = replace(checkpoint, key=public(key))
    return replace(unsigned, signature=key.sign(unsigned.content()).hex())


def signed(checkpoint: Checkpoint) -> bool:
    """Whether the checkpoint was signed, as it reads, with the key it names."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint.key))
        key.verify(bytes.fromhex(checkpoint.signature), checkpoint.content())
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True
