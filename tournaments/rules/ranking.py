"""Places by stack, where a tie is shown as a tie and never broken by accident."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """Who is chosen for certain, and who is tied for the places that are left."""

    chosen: tuple[str, ...]
    tied: tuple[str, ...]
    places: int  # how many of the tied get one


def highest(stacks: Mapping[str, int], places: int) -> Cut:
    """The highest stacks, as many as there are places."""
    return _cut({name: -stack for name, stack in stacks.items()}, places)


def lowest(stacks: Mapping[str, int], places: int) -> Cut:
    """The lowest stacks, as many as there are places."""
    return _cut(stacks, places)


def _cut(keys: Mapping[str, int], places: int) -> Cut:
    if places <= 0 or not keys:
        return Cut((), (), 0)
    ordered = [name for _, name in sorted((at, name) for name, at in keys.items())]
    if places >= len(ordered):
        return Cut(tuple(ordered), (), 0)
    edge = keys[ordered[places - 1]]
    if keys[ordered[places]] != edge:
        return Cut(tuple(ordered[:places]), (), 0)
    chosen = tuple(name for name in ordered if keys[name] < edge)
    tied = tuple(name for name in ordered if keys[name] == edge)
    return Cut(chosen, tied, places - len(chosen))


def placings(stacks: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Players by stack from the highest down, those with equal stacks together."""
    groups: dict[int, list[str]] = {}
    for name in sorted(stacks):
        groups.setdefault(stacks[name], []).append(name)
    return tuple(tuple(groups[stack]) for stack in sorted(groups, reverse=True))
