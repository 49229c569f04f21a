"""Where everybody stands in a stage: places by stack, and who is above the line."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.progress import who_goes_on
from tournaments.rules.stages import Stage

At = tuple[int, int]  # session and table


class Side(StrEnum):
    """Where a stack lies, seen from the line that the terms draw."""

    ABOVE = "above the line"
    ON = "on the line"
    BELOW = "below the line"
    NONE = ""  # there is no line: nobody goes on from here, or nobody plays yet


class Player(NamedTuple):
    """An entry in a stage, by its number: where it sits and what it has."""

    entry: int
    at: At
    seat: int = 0
    stack_chips: int | None = None  # none: play has not begun, or they are out
    is_out: bool = False


class Stands(NamedTuple):
    """A player with a place, which those with equal stacks share."""

    player: Player
    place: int | None
    is_shared: bool = False
    side: Side = Side.NONE


def standings(
    players: Iterable[Player], stage: Stage, short: ShortTablesClause
) -> tuple[Stands, ...]:
    """Everybody from the highest stack down; whoever has none yet comes last.

    Within a place by the number of the entry, however the rows are stored.
    """
    every = sorted(players, key=_order)
    places = _places(every)
    sides = _sides(every, stage, short)
    return tuple(_stands(one, places, sides) for one in every)


def _stands(
    player: Player,
    places: Mapping[int | None, tuple[int, bool]],
    sides: Mapping[str, Side],
) -> Stands:
    side = sides.get(str(player.entry), Side.NONE) if sides else Side.NONE
    if player.stack_chips is None:
        return Stands(player, None, side=side)
    return Stands(player, *places[player.stack_chips], side)


def _order(player: Player) -> tuple[bool, int, bool, int]:
    has = player.stack_chips
    return (has is None, -(has or 0), player.is_out, player.entry)


def _places(every: Collection[Player]) -> Mapping[int | None, tuple[int, bool]]:
    """The place of each stack, and whether several have it."""
    first: dict[int, int] = {}
    many: dict[int, int] = {}
    for at, player in enumerate(every, start=1):
        if player.stack_chips is not None:
            first.setdefault(player.stack_chips, at)
            many[player.stack_chips] = many.get(player.stack_chips, 0) + 1
    return {stack: (at, many[stack] > 1) for stack, at in first.items()}


def _sides(
    every: Collection[Player], stage: Stage, short: ShortTablesClause
) -> Mapping[str, Side]:
    """Which side of the line each stack is on, if the stage were over now."""
    tables = by_table(every)
    if not tables or not stage.goes_on.is_decided:
        return {}
    found = who_goes_on(tables, stage, short)
    sides = dict.fromkeys(found.left, Side.BELOW)
    sides |= dict.fromkeys(found.through, Side.ABOVE)
    return sides | {name: Side.ON for tie in found.ties for name in tie.players}


def by_table(players: Iterable[Player]) -> dict[str, dict[str, int]]:
    """The stacks of each table that are known."""
    found: dict[str, dict[str, int]] = {}
    for one in players:
        if one.stack_chips is not None:
            here = found.setdefault(f"session {one.at[0]}, table {one.at[1]}", {})
            here[str(one.entry)] = one.stack_chips
    return found


def cut_after(shown: Collection[Stands]) -> int | None:
    """After how many of these the line runs; none where it does not run straight."""
    above = [one.side is Side.ABOVE for one in shown]
    count = sum(above)
    straight = all(above[:count])
    return count if 0 < count < len(above) and straight else None
