"""One root for many leaves, and the path that proves a leaf is in it (RFC 6962)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

Level = tuple[bytes, ...]
BYTES = 32  # of every hash


def leaf(content: bytes) -> bytes:
    """The hash of a leaf, which can never be taken for a node."""
    return hashlib.sha256(b"\x00" + content).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash of two nodes side by side."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(frozen=True, slots=True)
class Tree:
    """Every level of a tree, its leaves first and its root last."""

    levels: tuple[Level, ...]

    @classmethod
    def over(cls, leaves: Sequence[bytes]) -> "Tree":
        """The tree over these leaves; the root of none is the hash of nothing."""
        levels = [tuple(leaves) or (hashlib.sha256(b"").digest(),)]
        while len(levels[-1]) > 1:
            levels.append(_above(levels[-1]))
        return cls(tuple(levels))

    @property
    def root(self) -> bytes:
        """The one hash that stands for all leaves in their order."""
        return self.levels[-1][0]

    def path(self, index: int) -> Level:
        """What proves the leaf at this place, from beside the leaf up to the root."""
        if not 0 <= index < len(self.levels[0]):
            raise IndexError(f"There is no leaf {index}.")
        return tuple(
            level[beside]
            for height, level in enumerate(self.levels)
            for beside in [(index >> height) ^ 1]
            if beside < len(level)
        )


def _above(level: Level) -> Level:
    """The next level; a last node without a neighbour goes up as it is."""
    hashed, pairs = hashlib.sha256, zip(level[::2], level[1::2], strict=False)
    # As node makes it, without a call for each: a list has a million of them.
    made = [hashed(b"\x01" + left + right).digest() for left, right in pairs]
    return (*made, *level[len(level) & ~1 :])


def root_by(leaf_hash: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a path leads to; nothing where the path does not fit the place."""
    if not 0 <= index < size:
        return b""
    found, rest = leaf_hash, list(path)
    while size > 1:
        if index % 2 or index + 1 < size:
            if not rest:
                return b""
            beside = rest.pop(0)
            found = node(beside, found) if index % 2 else node(found, beside)
        index, size = index // 2, (size + 1) // 2
    return b"" if rest else found
