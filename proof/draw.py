"""The draw of HR-DRAW-1: its header, the keys of its rounds, and the selection."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from proof.canonical import canonical
from proof.gaps import Gaps
from proof.stream import PROTOCOL, Stream


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

    firsts: Sequence[int]  # each holder's first ticket, in the order of the list
    tickets: int
    one_win_per_holder: bool
    _gone: Gaps = field(default_factory=Gaps)
    _positions: int = 0

    @property
    def left(self) -> int:
        """How many tickets can still be drawn."""
        return self.tickets - self._gone.total

    def draw(self, prizes: Iterable[Prize], key: bytes) -> tuple[Drawn, ...]:
        """Round nought: every prize in its order, as often as there are of it."""
        stream = Stream(key)
        every = (prize.id for prize in prizes for _ in range(prize.quantity))
        # Where nobody is left to win, the prizes that remain are not drawn.
        return tuple(self._select(0, prize, stream) for prize in every if self.left)

    def replace(self, number: int, prize: str, key: bytes) -> Drawn:
        """A later round: one more ticket for a prize that fell vacant."""
        return self._select(number, prize, Stream(key))

    def take(self, ticket: int) -> int:
        """Take out a ticket that was drawn: the place of its holder in the list."""
        index = bisect_right(self.firsts, ticket) - 1
        if self.one_win_per_holder:
            self._gone.take(self.firsts[index], self._after(index))
        else:
            self._gone.take(ticket, ticket + 1)
        self._positions += 1
        return index

    def _select(self, number: int, prize: str, stream: Stream) -> Drawn:
        ticket = self._gone.left_at(stream.below(self.left))
        index = self.take(ticket)
        return Drawn(number, self._positions - 1, prize, ticket, index)

    def _after(self, index: int) -> int:
        """Where the tickets of a holder end."""
        beyond = index + 1
        return self.firsts[beyond] if beyond < len(self.firsts) else self.tickets
