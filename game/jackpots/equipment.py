"""Whether the meter equipment works, and what it must be able to tell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from game.ranks import Rank, may_act
from rulebook import CROWN3, Cite, Refusal, Refused, refusing


@dataclass(frozen=True, slots=True)
class Equipment:
    """The state of a meter's electronics at one table."""

    fitted: bool = True
    records_amounts: bool = True
    records_settlement_times: bool = True
    can_be_read_back: bool = True
    display_works: bool = True
    manual_cover: bool = False  # adequate manual arrangements are in place


@refusing
def may_take_wagers(equipment: Equipment) -> Iterator[Refusal]:
    """Whether jackpot wagers may be called for: the equipment works, or is covered."""
    if not equipment.fitted:
        wrong = "This table has no electronic jackpot equipment."
        right = "Fit it before jackpot wagers are accepted."
        yield Refusal(CROWN3.at("2.5"), wrong, right)
    elif not equipment.manual_cover and (faults := tuple(_faults(equipment))):
        wrong = "Jackpot wagers are closed."
        right = "Repair the equipment or put manual arrangements in place."
        yield Refusal(CROWN3.at("9.2.1"), wrong, right)
        yield from faults


def _faults(equipment: Equipment) -> Iterator[Refusal]:
    if not equipment.records_amounts:
        wrong = "The meter does not record the amounts it must."
        yield Refusal(CROWN3.at("9.5.1"), wrong)
    if not equipment.records_settlement_times:
        wrong = "The system does not record the time for settlement of each round."
        yield Refusal(CROWN3.at("9.5.2"), wrong)
    if not equipment.can_be_read_back:
        wrong = "The meter cannot be read as at a time for settlement."
        yield Refusal(CROWN3.at("9.5.3"), wrong)
    if not equipment.display_works:
        wrong = "The prize is not on display at the table."
        yield Refusal(CROWN3.at("9.1.1(k)"), wrong)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the meter showed when a round was settled at a table."""

    at: datetime
    table: str
    round: int
    value_cents: Fraction


def read_back(
    readings: Sequence[Reading], at: datetime, by: Rank
) -> Reading | Refused | None:
    """The meter as at a time for settlement, for an area manager or above."""
    refused = may_act("CROWN3", by, Rank.AREA_MANAGER, CROWN3.at("9.5.3"))
    if refused:
        return refused
    before = [reading for reading in readings if reading.at <= at]
    return max(before, key=lambda reading: reading.at, default=None)


@dataclass(frozen=True, slots=True)
class Shown:
    """A meter on a promotional display: its name and its value, to read only."""

    meter: str
    value_cents: int
    cite: Cite


def promotional_display(values: Mapping[str, Fraction]) -> tuple[Shown, ...]:
    """The meters as a public screen may show them, alone or together."""
    cite = CROWN3.at("9.1.1(l)")
    return tuple(Shown(name, int(value), cite) for name, value in values.items())
