"""The draw of HR-DRAW-1: frozen ranges of tickets, a header, keys and selection."""

import hashlib
from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from proof import tree
from proof.canonical import canonical
from proof.stream import PROTOCOL, Stream


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with tickets: an opaque reference, how many, and a random salt."""

    ref: str
    count: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class Range:
    """The tickets of one holder in the frozen list: first … first + count - 1."""

    index: int
    first: int
    count: int
    leaf: bytes

    @property
    def line(self) -> str:
        """The holder's row of the published entry file."""
        return f"{self.index},{self.first},{self.count},{self.leaf.hex()}"


def freeze(holders: Iterable[Holder]) -> tuple[Range, ...]:
    """Every holder's tickets side by side, in the order of the references' bytes."""
    ranges: list[Range] = []
    first = 0
    for index, holder in enumerate(sorted(holders, key=lambda h: h.ref.encode())):
        if holder.count < 1:
            raise ValueError(f"{holder.ref} holds no ticket.")
        ranges.append(Range(index, first, holder.count, leaf_of(holder, first)))
        first += holder.count
    return tuple(ranges)


def leaf_of(holder: Holder, first: int) -> bytes:
    """What stands for a holder in the published list, and gives nobody away."""
    numbers = first.to_bytes(8, "big") + holder.count.to_bytes(8, "big")
    return tree.leaf(holder.salt + holder.ref.encode() + numbers)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize by its name in the draw, and how many there are of it."""

    id: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Header:
    """What is published at the freeze, before anything is told."""

    promotion: str
    draw: int
    terms_sha256: str
    entry_root: str
    holders: int
    tickets: int
    one_win_per_holder: bool
    prizes: tuple[Prize, ...]  # in the order of drawing
    reserves: int
    house: str  # the promise of its chain
    scrutineer: str = ""
    beacon: str = "none"

    def to_data(self) -> dict[str, Any]:
        """The header as plain data."""
        data = {"protocol": PROTOCOL, **asdict(self)}
        promises = {name: data.pop(name) for name in ("house", "scrutineer")}
        return {**data, "commitments": promises}

    def content(self) -> bytes:
        """The bytes that every key is made from."""
        return canonical(self.to_data())


def round_key(
    header: bytes, number: int, house: bytes, scrutineer: bytes = b"", beacon: str = ""
) -> bytes:
    """The key of a round: nought is the draw, the others are replacements."""
    told = number.to_bytes(4, "big") + house + scrutineer + beacon.encode()
    return hashlib.sha256(header + told).digest()


def order_key(header: bytes, secret: bytes, beacon: str = "") -> bytes:
    """The key of a draw that puts a list in order, such as a draw of seats."""
    return hashlib.sha256(header + secret + beacon.encode()).digest()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A ticket that was drawn, for which prize, and whose it is."""

    round: int
    position: int
    prize: str
    ticket: int
    index: int


@dataclass(slots=True)
class Drum:
    """The tickets of a frozen list, less those that were drawn."""

    ranges: Sequence[Range]
    one_win_per_holder: bool
    _removed: list[tuple[int, int]] = field(default_factory=list)  # first and after
    _positions: int = 0

    @property
    def left(self) -> int:
        """How many tickets can still be drawn."""
        last = self.ranges[-1] if self.ranges else Range(0, 0, 0, b"")
        gone = sum(after - first for first, after in self._removed)
        return last.first + last.count - gone

    def draw(self, prizes: Iterable[Prize], key: bytes) -> tuple[Drawn, ...]:
        """Round nought: every prize in its order, as often as there are of it."""
        stream = Stream(key)
        every = (prize.id for prize in prizes for _ in range(prize.quantity))
        return tuple(self._select(0, prize, stream) for prize in every)

    def replace(self, number: int, prize: str, key: bytes) -> Drawn:
        """A later round: one more ticket for a prize that fell vacant."""
        return self._select(number, prize, Stream(key))

    def _select(self, number: int, prize: str, stream: Stream) -> Drawn:
        ticket = self._ticket(stream.below(self.left))
        at = bisect_right(self.ranges, ticket, key=lambda r: r.first) - 1
        holder = self.ranges[at]
        gone = (
            (holder.first, holder.first + holder.count)
            if self.one_win_per_holder
            else (ticket, ticket + 1)
        )
        insort(self._removed, gone)
        self._positions += 1
        return Drawn(number, self._positions - 1, prize, ticket, holder.index)

    def _ticket(self, place: int) -> int:
        """The ticket at this place, counted from nought, of those that are left."""
        for first, after in self._removed:
            if place < first:
                break
            place += after - first
        return place
