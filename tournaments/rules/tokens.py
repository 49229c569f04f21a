"""Tournament chips by denomination, and how amounts are made of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class ChipCount:
    """So many chips of one denomination."""

    denomination_chips: int = 0
    count: int = 0


def worth(chips: Iterable[ChipCount]) -> int:
    """What these chips add up to."""
    return sum(c.denomination_chips * c.count for c in chips)


def made_up(amount: int, denominations: Iterable[int]) -> tuple[ChipCount, ...] | None:
    """An amount from the largest denominations down, where that comes out even."""
    chips = []
    for denomination in sorted({d for d in denominations if d > 0}, reverse=True):
        count, amount = divmod(amount, denomination)
        if count:
            chips.append(ChipCount(denomination, count))
    return tuple(chips) if amount == 0 else None


def together(*parts: tuple[Iterable[ChipCount], int]) -> tuple[ChipCount, ...]:
    """All these chips, each part so many times, by denomination, smallest first."""
    total: Counter[int] = Counter()
    for chips, times in parts:
        for chip in chips:
            total[chip.denomination_chips] += chip.count * times
    return tuple(ChipCount(d, n) for d, n in sorted(total.items()) if n)


Pieces = Mapping[int, int]  # how many chips of each denomination


def pieces_of(chips: Iterable[ChipCount]) -> dict[int, int]:
    """How many of each denomination these chips are."""
    return {chip.denomination_chips: chip.count for chip in together((chips, 1))}


def pieces_worth(pieces: Pieces) -> int:
    """What so many chips of each denomination add up to."""
    return sum(denomination * count for denomination, count in pieces.items())


def pieces_together(parts: Iterable[Pieces]) -> dict[int, int]:
    """All these pieces, by denomination, smallest first."""
    total: Counter[int] = Counter()
    for pieces in parts:
        total.update(pieces)
    return {denomination: n for denomination, n in sorted(total.items()) if n}
