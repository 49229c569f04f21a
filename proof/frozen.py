"""A frozen list in parts: never in memory as a whole, and yet under one root."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, islice, pairwise
from struct import Struct, pack, unpack

from proof import tree

PART = 4096  # a power of two: each part but the last is one whole subtree
SALT = 16
_RANGE = Struct(">QQ")

Holder = tuple[str, int]  # an opaque reference, and how many tickets


@dataclass(frozen=True, slots=True)
class Part:
    """Holders that stand side by side in the list, in the bytes that are kept."""

    number: int
    refs: bytes  # one a line
    bounds: bytes  # where each holder's tickets begin, and where the last one's end
    salts: bytes
    leaves: bytes

    @property
    def size(self) -> int:
        """How many holders are in it."""
        return len(self.leaves) // tree.BYTES

    @property
    def start(self) -> int:
        """The place of its first holder in the list."""
        return self.number * PART

    def tickets(self) -> tuple[int, ...]:
        """Where each holder's tickets begin, and where the last one's end."""
        return unpack(f">{self.size + 1}Q", self.bounds)

    def hashes(self) -> tuple[bytes, ...]:
        """What stands for each holder."""
        every = range(0, len(self.leaves), tree.BYTES)
        return tuple(self.leaves[at : at + tree.BYTES] for at in every)

    def root(self) -> bytes:
        """The hash that stands for all of them."""
        return tree.Tree.over(self.hashes()).root

    def lines(self) -> Iterator[str]:
        """Their rows of the published file: index, first, count, leaf."""
        ranges = pairwise(self.tickets())
        for at, ((first, after), leaf) in enumerate(
            zip(ranges, self.hashes(), strict=True), self.start
        ):
            yield f"{at},{first},{after - first},{leaf.hex()}"

    def find(self, ref: str) -> int | None:
        """The place of a holder within the part, if they are in it."""
        refs = self.refs.decode().split("\n")
        return refs.index(ref) if ref in refs else None


def freeze(
    holders: Iterable[Holder], salted: Callable[[int], bytes] = secrets.token_bytes
) -> Iterator[Part]:
    """Part by part, everybody's tickets side by side in the order of the references.

    The references come in the ascending order of their bytes, as a database gives them.
    """
    rest, first, last = iter(holders), 0, ""
    number = 0
    while some := list(islice(rest, PART)):
        _in_order(last, some)
        made = _part(number, first, some, salted(SALT * len(some)))
        yield made
        first, last, number = made.tickets()[-1], some[-1][0], number + 1


def _part(number: int, first: int, some: Sequence[Holder], salts: bytes) -> Part:
    bounds = list(accumulate((count for _, count in some), initial=first))
    refs = [ref.encode() for ref, _ in some]
    each = (salts[at : at + SALT] for at in range(0, len(salts), SALT))
    leaves = [
        sha256(b"".join((b"\x00", salt, ref, _RANGE.pack(begins, count)))).digest()
        for salt, ref, begins, (_, count) in zip(
            each, refs, bounds[:-1], some, strict=True
        )
    ]
    return Part(
        number,
        b"\n".join(refs),
        pack(f">{len(bounds)}Q", *bounds),
        salts,
        b"".join(leaves),
    )


def _in_order(last: str, some: Sequence[Holder]) -> None:
    refs = [last.encode(), *(ref.encode() for ref, _ in some)]
    if any(one >= other for one, other in pairwise(refs)):
        raise ValueError("References stand in ascending order, each once.")
    if min(count for _, count in some) < 1:
        raise ValueError("A holder has one ticket or more.")
    if any(b"\n" in ref for ref in refs):
        raise ValueError("A reference is one line.")


def root_of(roots: Sequence[bytes]) -> bytes:
    """The root of the whole list, from the roots of its parts in their order."""
    return tree.Tree.over(roots).root


@dataclass(frozen=True, slots=True)
class Receipt:
    """What proves to one holder that they are in the list, and shows nobody else."""

    ref: str
    salt: str
    first: int
    count: int
    index: int
    holders: int
    path: tuple[str, ...]


def receipt(part: Part, at: int, roots: Sequence[bytes], holders: int) -> Receipt:
    """The receipt of the holder at a place of a part; roots are those of all parts."""
    begins = part.tickets()
    path = tree.Tree.over(part.hashes()).path(at)
    above = tree.Tree.over(roots).path(part.number)
    return Receipt(
        ref=part.refs.decode().split("\n")[at],
        salt=part.salts[at * SALT : (at + 1) * SALT].hex(),
        first=begins[at],
        count=begins[at + 1] - begins[at],
        index=part.start + at,
        holders=holders,
        path=tuple(each.hex() for each in (*path, *above)),
    )


def is_in(given: Receipt, root: bytes) -> bool:
    """Whether a receipt leads to the published root."""
    numbers = _RANGE.pack(given.first, given.count)
    leaf = tree.leaf(bytes.fromhex(given.salt) + given.ref.encode() + numbers)
    path = [bytes.fromhex(each) for each in given.path]
    return tree.root_by(leaf, given.index, given.holders, path) == root
