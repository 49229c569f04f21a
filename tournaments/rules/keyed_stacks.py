"""Stacks that are keyed after hands whose cards nobody keys: what must hold of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.session_plan import Keyed
from tournaments.rules.table_count import Counted, incomplete

KEYED: Cite = HOUSE.at("TOURN-201")


@dataclass(frozen=True, slots=True)
class KeyedTable:
    """Stacks that somebody keys, and what the table has now."""

    keyed: Keyed
    stacks: Mapping[int, int]
    hands: int
    reason: str
    names: Mapping[int, str]
    has: Counted
    left: int | None  # hands of the session; none where the clock ends it


def against(asked: KeyedTable) -> Iterator[Refusal]:
    """Everything that stands against these stacks."""
    yield from _complete(asked)
    yield from _hands(asked)
    if not asked.hands:
        yield from reason_given(asked.reason)
    yield from _tray(asked)


def _complete(asked: KeyedTable) -> Iterator[Refusal]:
    """Every stack of the table is keyed, and of nobody else."""
    yield from incomplete(Counted(0, asked.stacks), asked.names)
    for entry in asked.stacks.keys() - asked.names.keys():
        wrong = f"Entry {entry} does not sit at this table."
        yield Refusal(KEYED, wrong, "Key the stacks of this table.", "stack")


def _hands(asked: KeyedTable) -> Iterator[Refusal]:
    """One hand at a time, or those since the last count, and no more than are left."""
    if asked.hands < 0 or (asked.keyed is Keyed.HANDS and asked.hands > 1):
        wrong = f"{wording.figure(asked.hands, 'hand')} at once."
        yield Refusal(KEYED, wrong, "Stacks are keyed after each hand.", "hands")
    elif asked.left is not None and asked.hands > asked.left:
        wrong = f"{wording.figure(asked.left, 'hand')} left in this session."
        yield Refusal(KEYED, wrong, "Key no more than are left.", "hands")


def _tray(asked: KeyedTable) -> Iterator[Refusal]:
    """Nobody wins more than the tray holds: a fill comes first."""
    had = sum(asked.has.stacks.get(entry, 0) for entry in asked.stacks)
    won = sum(asked.stacks.values()) - had
    if won > asked.has.rack_chips:
        tray = wording.chips(asked.has.rack_chips)
        wrong = f"The stacks won {won:,}, and the tray holds {tray}."
        yield Refusal(KEYED, wrong, "Count again, or fill the tray first.", "stack")


def reason_given(reason: str) -> Iterator[Refusal]:
    """What was keyed is put right or taken back with a reason."""
    if not reason.strip():
        wrong = "Nothing says why what was keyed is changed."
        yield Refusal(KEYED, wrong, "Give a reason.", "reason")
