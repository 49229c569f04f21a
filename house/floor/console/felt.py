"""The table as somebody may see it: seats around the cards. Pure.

Everything on the felt comes from what `game.play` lets that person see, so what may
not be seen cannot be drawn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.line import Line
from game.play.phases import Phase
from house.floor.console import wording
from house.units import written


@dataclass(frozen=True, slots=True)
class Stake:
    """One wager on a betting area."""

    label: str
    amount: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the table, taken or free."""

    number: int
    player: str = ""
    stakes: tuple[Stake, ...] = ()
    total: str = ""
    cards: tuple[str | None, ...] = ()
    say: str = ""
    net: str = ""  # what it won or lost, once it is settled
    icon: str = ""
    turn: bool = False
    out: bool = False
    playing: bool = False  # it takes part in the round
    left: bool = False  # whoever played there has gone since
    mark: str = ""  # that a wager was made in secret there, and no more


@dataclass(frozen=True, slots=True)
class Shown:
    """One card before the dealer: face up, face down, or still to come."""

    name: str
    card: str | None
    lies: bool


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything that lies on the table, as one person sees it."""

    seats: tuple[Seat, ...]
    board: tuple[Shown, ...]
    board_said: str
    totals: tuple[Stake, ...]
    phase: str


def felt(
    seen: Mapping[str, Any] | None,
    seats: int,
    sitting: Mapping[int, str],
    lines: Iterable[Line] = (),
    *,
    undecided: Iterable[int] = (),
) -> Felt:
    """The felt of a table with so many seats; without a round only who sits there."""
    if seen is None:
        empty = tuple(
            Seat(number, sitting.get(number, ""), say=_idle(sitting, number))
            for number in range(1, seats + 1)
        )
        return Felt(empty, (), "", (), "no round")
    unit, playing = seen["unit"], {each["seat"]: each for each in seen["seats"]}
    net: dict[int, int] = {}
    for line in lines:
        net[line.seat] = net.get(line.seat, 0) + line.net
    waits = set(undecided)
    around = tuple(
        replace(
            _seat(seen, playing[number], net.get(number), waits=number in waits),
            left=seen["phase"] == Phase.CLOSED and number not in sitting,
        )
        if number in playing
        else Seat(number, sitting.get(number, ""), say=_idle(sitting, number))
        for number in range(1, seats + 1)
    )
    secret = seen.get("secret", {"seats": (), "told": ()})
    around = tuple(
        replace(seat, mark=_mark(seat.number, secret["told"]))
        if seat.number in secret["seats"]
        else seat
        for seat in around
    )
    board = tuple(Shown(c["name"], c["card"], c["lies"]) for c in seen["board"])
    totals = _totals(seen["seats"], unit)
    return Felt(around, board, seen["board_said"], totals, seen["phase"])


def _mark(number: int, told: Iterable[int]) -> str:
    return "Announced" if number in told else "Secret wager"


def _idle(sitting: Mapping[int, str], number: int) -> str:
    return "No wager" if number in sitting else "Free"


def _seat(
    seen: Mapping[str, Any], each: Mapping[str, Any], net: int | None, *, waits: bool
) -> Seat:
    unit, turn = seen["unit"], each["seat"] == seen["turn"]
    usual = [name for name in seen["wagers"] if not _beside(name)]
    names = [*usual, *(name for name in each["wagers"] if name not in usual)]
    stakes = tuple(
        Stake(
            wording.wager(name).removesuffix(" street"),
            written(each["wagers"][name], unit) if name in each["wagers"] else "–",
        )
        for name in names
    )
    icon, say = _say(each, net, turn=turn, waits=waits)
    return Seat(
        each["seat"],
        each["player"],
        stakes,
        written(sum(each["wagers"].values()), unit),
        tuple(each["cards"]),
        say,
        "" if net is None else wording.signed(net, unit),
        icon,
        turn=turn,
        out=each["out"],
        playing=True,
    )


def _beside(name: str) -> bool:
    return name in {"jackpot", "three_card_bonus", "cover_all"}


def _say(
    each: Mapping[str, Any], net: int | None, *, turn: bool, waits: bool
) -> tuple[str, str]:
    """What the foot of a seat says: what became of the hand, or what is asked."""
    if net is not None:
        word = each["said"] or ("Out" if each["out"] else "Settled")
        return ("check" if net > 0 else ""), word
    if each["out"]:
        return "", each["said"] or each["status"].capitalize()
    if turn and waits:
        return "next", "Bet or fold"
    if turn:
        return "next", "Turn the hand"
    return ("", "Waits") if waits else ("check", "In")


def _totals(seats: Iterable[Mapping[str, Any]], unit: str) -> tuple[Stake, ...]:
    """What lies on the table, wager by wager and in all."""
    found: dict[str, int] = {}
    for each in seats:
        for name, stake in each["wagers"].items():
            found[name] = found.get(name, 0) + stake
    rows = [Stake(wording.wager(n), written(s, unit)) for n, s in found.items()]
    total = Stake("In all", written(sum(found.values()), unit))
    return (*rows, total) if found else ()
