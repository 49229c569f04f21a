"""What the house chooses for the next round at a table. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from game.mississippi.table import CAPS
from game.rulebooks import mississippi_rules
from game.rulebooks.limits import LIMITS, OffUnit
from game.rulebooks.mass_side_bets import THREE_CARD_TABLES
from house.floor.models import Game, TableRow

TABLES = tuple(name for name in THREE_CARD_TABLES if name.startswith("3CS"))
SIDE_BET = "three_card_bonus"
# What the best hand wins on the smallest ante with every bet after it at its most:
# ten antes at 500 to 1, or a bet of two antes at 250 to 1.
PAYS_THE_SMALLEST = {Game.MISSISSIPPI_STUD: 10 * 500, Game.CARIBBEAN_STUD: 2 * 250}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: among options, or an amount or a number to type."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    kind: str = "text"  # text, cents, whole or flag
    hint: str = ""


def choices(table: TableRow, last: Mapping[str, Any] | None) -> tuple[Choice, ...]:
    """What may be chosen for the next round; it starts from the last one's."""
    return tuple(_choices(table, last or {}))


def _choices(table: TableRow, last: Mapping[str, Any]) -> Iterator[Choice]:
    cards = (("keyed", "Keyed by hand"), ("dealt", "Dealt by the house"))
    yield Choice("cards", "Cards", last.get("cards") or "keyed", cards)
    if _is_posted(table):
        yield _posted(table, last.get("maximum_payout"))
    if LIMITS[table.rulebook].off_unit.value is OffUnit.PAID_UP:
        yield _chip(table, last.get("smallest_chip"))
    if table.game is Game.MISSISSIPPI_STUD and SIDE_BET in _kinds(table):
        bonus = (("", "not offered"), *((name, name) for name in TABLES))
        chosen = last.get("three_card_table") or ""
        yield Choice("three_card_table", "3 Card Bonus", chosen, bonus)
        covered = "yes" if last.get("cover_all") else ""
        offered = (("", "not offered"), ("yes", "offered"))
        yield Choice("cover_all", "Cover All", covered, offered, kind="flag")
    if table.game is Game.BACCARAT:
        decks = (("8", "8 decks"), ("6", "6 decks"))
        yield Choice("decks", "Shoe", str(last.get("decks") or 8), decks, kind="whole")
    seconds = (("", "no clock"), *((str(n), f"{n} seconds") for n in (20, 30, 45, 60)))
    clock = str(last.get("seconds") or "")
    if table.game is not Game.BACCARAT:
        yield Choice("seconds", "To decide", clock, seconds, kind="whole")


def _is_posted(table: TableRow) -> bool:
    """Whether the most that a round pays is a figure on a notice at the table."""
    if table.game is not Game.MISSISSIPPI_STUD:
        return table.game is Game.CARIBBEAN_STUD
    cap = CAPS.get((table.rulebook, "cents"))
    return cap is not None and not cap.least_cents


def _kinds(table: TableRow) -> frozenset[str]:
    """The wagers that the document of a table knows."""
    return mississippi_rules(table.rulebook).wagers.kinds.value


def _posted(table: TableRow, most: int | None) -> Choice:
    """The maximum payout on the notice; before the first round one is suggested."""
    hint = "As the notice at the table says."
    if not most:
        most = table.minimum_cents * PAYS_THE_SMALLEST[table.game]
        hint = "Suggested: a royal flush on the smallest ante is paid in full. "
        hint += "Write what the notice at the table says."
    label = "Maximum payout, $"
    return Choice("maximum_payout", label, _dollars(most), (), "cents", hint)


def _chip(table: TableRow, smallest: int | None) -> Choice:
    """What wins are paid in; before the first round the steps of the sign."""
    hint = "A win that chips cannot match is paid up to the next amount they can."
    shown = _dollars(smallest or table.unit_cents)
    return Choice("smallest_chip", "Smallest chip, $", shown, (), "cents", hint)


def _dollars(cents: int) -> str:
    return f"{cents // 100}" + (f".{cents % 100:02}" if cents % 100 else "")
