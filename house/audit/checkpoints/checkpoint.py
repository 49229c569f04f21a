"""A checkpoint: how many entries the record had, and what they came to."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from house.audit.chain import GENESIS
from proof import tree
from proof.canonical import canonical, sha256
from proof.growing import Frontier

PROTOCOL = "HR-CHECKPOINT-1"


class Unreadable(ValueError):
    """A line that no checkpoint was ever written as."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The record at one instant, bound to the checkpoint before and signed."""

    number: int
    at: str  # in the one spelling of instants
    head: str  # the hash of the newest entry
    tree: Frontier
    key: str  # the public key of the signature
    previous: str = GENESIS
    next_key: str = ""  # whose signatures come after this one's
    key_lost: bool = False  # the key before could not sign for this one
    signature: str = ""

    @property
    def size(self) -> int:
        """How many entries the record had."""
        return self.tree.size

    @property
    def root(self) -> str:
        """The root of the tree over the hashes of all entries."""
        return self.tree.root.hex()

    @property
    def signs_next(self) -> str:
        """The key that the checkpoint after this one is signed with."""
        return self.next_key or self.key

    @property
    def hash(self) -> str:
        """The fingerprint of the checkpoint, signature included."""
        return sha256(self.line()[:-1])

    def content(self) -> bytes:
        """What is signed."""
        return canonical(self._fields())

    def to_data(self) -> dict[str, Any]:
        """The checkpoint as plain data."""
        return {**self._fields(), "signature": self.signature}

    def line(self) -> bytes:
        """The checkpoint as it is kept and sent: one line in one spelling."""
        return canonical(self.to_data()) + b"\n"

    def _fields(self) -> dict[str, Any]:
        return {
            "protocol": PROTOCOL,
            "number": self.number,
            "at": self.at,
            "size": self.size,
            "root": self.root,
            "head": self.head,
            "frontier": [part.hex() for part in self.tree.parts],
            "previous": self.previous,
            "key": self.key,
            "next_key": self.next_key,
            "key_lost": self.key_lost,
        }


def read(line: bytes) -> Checkpoint:
    """The checkpoint a line holds; one that is spelt otherwise was never written."""
    try:
        found = from_data(json.loads(line))
        same = found.line() == line.rstrip(b"\n") + b"\n"
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise Unreadable from None
    if not same:
        raise Unreadable
    return found


def from_data(data: Mapping[str, Any]) -> Checkpoint:
    """The checkpoint that this data is of."""
    parts = tuple(bytes.fromhex(part) for part in data["frontier"])
    names = ("number", "at", "head", "key", "previous", "next_key", "key_lost")
    grown = Frontier(data["size"], parts)
    if not grown.is_whole or not isinstance(data["number"], int):
        raise Unreadable
    return Checkpoint(
        tree=grown, signature=data["signature"], **{n: data[n] for n in names}
    )


def leaf_of(entry_hash: str) -> bytes:
    """What stands for an entry of the record in the tree."""
    return tree.leaf(bytes.fromhex(entry_hash))
