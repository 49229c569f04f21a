"""A tree that grows: its root from a few nodes, and proof that it only grew."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proof.tree import Level, Tree, node


@dataclass(frozen=True, slots=True)
class Frontier:
    """A tree by the roots of its full parts, the largest first: enough to go on."""

    size: int = 0
    parts: Level = ()

    def grown(self, leaves: Iterable[bytes]) -> "Frontier":
        """The tree with these leaves after the ones it has."""
        size, parts = self.size, list(self.parts)
        for one in leaves:
            full, size = one, size + 1
            for _ in range((size & -size).bit_length() - 1):
                full = node(parts.pop(), full)
            parts.append(full)
        return Frontier(size, tuple(parts))

    @property
    def root(self) -> bytes:
        """The one hash that stands for all leaves in their order."""
        if not self.parts:
            return hashlib.sha256(b"").digest()
        *rest, found = self.parts
        for part in reversed(rest):
            found = node(part, found)
        return found

    @property
    def is_whole(self) -> bool:
        """Whether there are as many parts as a tree of this size has."""
        return self.size >= 0 and len(self.parts) == self.size.bit_count()


def growth(leaves: Sequence[bytes], earlier: int) -> Level:
    """What proves that the tree over the first leaves became the tree over all."""
    if not 0 <= earlier <= len(leaves):
        raise IndexError(f"The tree never had {earlier} leaves before it had these.")
    return tuple(_growth(leaves, earlier, known=True)) if earlier else ()


def _growth(leaves: Sequence[bytes], earlier: int, *, known: bool) -> list[bytes]:
    """The path from the earlier tree up; a root that the reader has is left out."""
    size = len(leaves)
    if earlier == size:
        return [] if known else [Tree.over(leaves).root]
    half = 1 << (size - 1).bit_length() - 1
    left, right = leaves[:half], leaves[half:]
    if earlier <= half:
        return [*_growth(left, earlier, known=known), Tree.over(right).root]
    return [*_growth(right, earlier - half, known=False), Tree.over(left).root]


def only_grew(
    earlier: tuple[int, bytes], later: tuple[int, bytes], path: Sequence[bytes]
) -> bool:
    """Whether a path proves that one tree, by size and root, became the other."""
    (first, first_root), (second, second_root) = earlier, later
    if first in (0, second):
        return not path and (first < second or first_root == second_root)
    if not 0 < first < second or not path:
        return False
    nodes = list(path) if first & (first - 1) else [first_root, *path]
    at, end = first - 1, second - 1
    while at & 1:
        at, end = at >> 1, end >> 1
    return _meets(nodes, at, end) == (first_root, second_root)


def _meets(nodes: Sequence[bytes], at: int, end: int) -> tuple[bytes, bytes]:
    """The two roots a path leads to; nothing where it does not fit the sizes."""
    old = new = nodes[0]
    for beside in nodes[1:]:
        if not end:
            return b"", b""
        if at & 1 or at == end:
            old, new = node(beside, old), node(beside, new)
            while at and not at & 1:
                at, end = at >> 1, end >> 1
        else:
            new = node(new, beside)
        at, end = at >> 1, end >> 1
    return (b"", b"") if end else (old, new)
