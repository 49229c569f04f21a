"""The units that are staked and counted, and how people write and read them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from house import money
from house.audit.plain import LARGEST
from house.typed import whole


@dataclass(frozen=True, slots=True)
class Unit:
    """What amounts are counted in, in whole numbers of it."""

    spoken: str  # over a column of amounts
    written: Callable[[int], str]
    read: Callable[[str], int]


def _chips(value: int) -> str:
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def _read_chips(text: str) -> int:
    """A number of chips, typed as 1,250."""
    number = whole(text.strip().replace(",", ""), LARGEST)
    if number is None:
        raise ValueError("Write a whole number such as 1,250.")
    return number


def _millionths(value: int) -> str:
    """What a meter holds, to the last part of a cent: $161.1992."""
    cents, rest = divmod(abs(value), 1_000_000)
    if not rest:
        return money.dollars(-cents if value < 0 else cents)
    dollars, part = divmod(cents, 100)
    decimals = f"{part:02}{rest:06}".rstrip("0")
    return f"{'−' if value < 0 else ''}${dollars:,}.{decimals}"


UNITS: Mapping[str, Unit] = {
    "cents": Unit("dollars", money.dollars, money.cents),
    "chips": Unit("chips", _chips, _read_chips),
    "pieces": Unit("pieces", _chips, _read_chips),
    "wagers": Unit("wagers", _chips, _read_chips),
    "millionths of a cent": Unit("dollars", _millionths, _read_chips),
}


def written(value: int, unit: str) -> str:
    """An amount as people write it: $1,250.50, or a number of chips."""
    return UNITS[unit].written(value)
