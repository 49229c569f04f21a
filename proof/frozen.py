"""A frozen list in parts: never in memory as a whole, and yet under one root."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, islice, pairwise
from operator import lt
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

    @property
    def end(self) -> int:
        """Where the last holder's tickets end."""
        return int.from_bytes(self.bounds[-8:], "big")

    def hashes(self) -> tuple[bytes, ...]:
        """What stands for each holder."""
        every = range(0, len(self.leaves), tree.BYTES)
        return tuple([self.leaves[at : at + tree.BYTES] for at in every])

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
    rest, first, last = iter(holders), 0, b""
    number = 0
    while some := list(islice(rest, PART)):
        names, counts = zip(*some, strict=True)
        refs = [name.encode() for name in names]
        _in_order(last, refs, counts)
        made = _part(number, first, refs, counts, salted(SALT * len(some)))
        yield made
        first, last, number = made.end, refs[-1], number + 1


def _part(
    number: int, first: int, refs: list[bytes], counts: Sequence[int], salts: bytes
) -> Part:
    bounds = list(accumulate(counts, initial=first))
    each = [salts[at : at + SALT] for at in range(0, len(salts), SALT)]
    whole = {size: _content(size).pack for size in set(map(len, refs))}
    leaves = [
        sha256(whole[len(ref)](salt, ref, begins, count)).digest()
        for salt, ref, begins, count in zip(each, refs, bounds, counts, strict=False)
    ]
    return Part(
        number,
        b"\n".join(refs),
        pack(f">{len(bounds)}Q", *bounds),
        salts,
        b"".join(leaves),
    )


def _content(size: int) -> Struct:
    """A leaf before it is hashed: its mark, the salt, a reference so long, a range."""
    return Struct(f">x{SALT}s{size}sQQ")


def _in_order(last: bytes, refs: list[bytes], counts: Sequence[int]) -> None:
    if not all(map(lt, [last, *refs], refs)):
        raise ValueError("References stand in ascending order, each once.")
    if min(counts) < 1:
        raise ValueError("A holder has one ticket or more.")
    if b"\n" in b"".join(refs):
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
