"""The settlement as it is read: one row to a hand, one to each bet beside it. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from game.line import Line
from house.floor.console import wording
from house.units import written
from rulebook import Cite

BESIDE = frozenset({"jackpot", "three_card_bonus", "cover_all"})
SPOKEN_ODDS = frozenset({1, 2, 20})  # “3 to 1”, “3 to 2”, less a commission of 5%


@dataclass(frozen=True, slots=True)
class Row:
    """What one hand, or one bet beside it, came to, with its rules."""

    seat: int
    says: str
    cites: tuple[Cite, ...]
    net: int
    shown: str
    does: tuple[tuple[str, str], ...] = ()  # what the dealer does, each with its rule


@dataclass(frozen=True, slots=True)
class Settlement:
    """The rows of a round in the order they are paid, and what the house is left."""

    rows: tuple[Row, ...]
    house: str


def settlement(
    lines: Iterable[Line],
    said: Callable[[int], str],
    unit: str,
    seen: Mapping[str, Any] | None = None,
) -> Settlement:
    """Group settled wagers by hand, in the order they are paid."""
    groups: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        kind = line.wager if line.wager in BESIDE else ""
        groups.setdefault((line.seat, kind), []).append(line)
    does = {each["seat"]: _does(each) for each in seen["seats"]} if seen else {}
    rows = tuple(
        _row(seat, kind, found, said(seat), unit, () if kind else does.get(seat, ()))
        for (seat, kind), found in groups.items()
    )
    house = -sum(row.net for row in rows)
    return Settlement(rows, wording.signed(house, unit))


def _does(each: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((doing["does"], doing["rule"]) for doing in each["dealer"])


def _row(  # noqa: PLR0913, PLR0917
    seat: int,
    kind: str,
    lines: list[Line],
    said: str,
    unit: str,
    does: tuple[tuple[str, str], ...],
) -> Row:
    net = sum(line.net for line in lines)
    says = ", ".join(_parts(lines, kind, said, unit))
    cites = tuple(dict.fromkeys(line.cite for line in lines))
    return Row(seat, says, cites, net, wording.signed(net, unit), does)


def _parts(lines: list[Line], kind: str, said: str, unit: str) -> Iterable[str]:
    if kind:
        yield wording.wager(kind)
    elif said:
        yield said
    else:
        *most, last = dict.fromkeys(wording.wager(line.wager) for line in lines)
        yield f"{', '.join(most)} and {last}" if most else last
    if not said.startswith(("Folded", "Void", "Absent", "Forfeited", "Conceded")):
        net = sum(line.net for line in lines)
        won = tuple(_odds(lines, unit))
        yield from won or ("loses" if net < 0 else "stand-off",)


def _odds(lines: Iterable[Line], unit: str) -> Iterable[str]:
    """What was won at which odds: “6 to 1 on $120”."""
    staked: dict[Fraction, int] = {}
    for line in lines:
        if line.net > 0:
            odds = Fraction(line.net, line.stake)
            staked[odds] = staked.get(odds, 0) + line.stake
    for odds, stake in staked.items():
        on = written(stake, unit)
        if odds.denominator in SPOKEN_ODDS:
            yield f"{odds.numerator} to {odds.denominator} on {on}"
        else:  # held to a maximum payout, or paid up in chips
            yield f"{written(int(odds * stake), unit)} on {on}"
