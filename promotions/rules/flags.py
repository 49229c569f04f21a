"""What stands out while tickets come in: information before the close, never a bar."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook import HOUSE, Cite
from rulebook.terms import wording

FLAGGED: Cite = HOUSE.at("PROMOTION-69")
FEWEST = 10  # of holders or hours: below that everything stands out
TIMES_THE_MEAN = 20  # tickets of one holder
PER_CENT_OF_ALL = 1
HALF = 2
BURST = 5  # times the mean of an hour
BY_HAND = 50  # one ticket of so many


@dataclass(frozen=True, slots=True)
class Filling:
    """How a promotion fills, in figures."""

    tickets: int = 0
    holders: int = 0
    largest: Sequence[tuple[str, int]] = ()  # reference and tickets
    sources: Mapping[str, int] = field(default_factory=dict)  # by list or system
    hours: Mapping[str, int] = field(default_factory=dict)  # by the venue's clock
    by_hand: int = 0
    near_limit: int = 0  # holders with nine tenths of what one may have
    limit: int = 0


def flags(filling: Filling) -> Iterator[str]:
    """Everything that somebody should look at before entries close."""
    yield from _holdings(filling)
    yield from _sources(filling)
    yield from _bursts(filling)
    if filling.by_hand * BY_HAND > filling.tickets > 0:
        given = wording.figure(filling.by_hand, "ticket")
        yield f"{given} of {filling.tickets:,} were given by hand."
    if filling.near_limit:
        who = wording.figure(filling.near_limit, "holder")
        has = "has" if filling.near_limit == 1 else "have"
        yield f"{who} {has} nine tenths or more of the limit of {filling.limit:,}."


def _holdings(filling: Filling) -> Iterator[str]:
    if filling.holders < FEWEST:
        return
    for ref, tickets in filling.largest:
        of_mean = tickets * filling.holders > TIMES_THE_MEAN * filling.tickets
        if of_mean and tickets * 100 > PER_CENT_OF_ALL * filling.tickets:
            mean = filling.tickets // filling.holders
            said = f"{wording.figure(tickets, 'ticket')}; the mean is {mean:,}"
            yield f"{ref} holds {said}."


def _sources(filling: Filling) -> Iterator[str]:
    if len(filling.sources) <= HALF:
        return
    for name, tickets in filling.sources.items():
        if tickets * HALF > filling.tickets:
            yield f"More than half of all tickets came in “{name}”."


def _bursts(filling: Filling) -> Iterator[str]:
    if len(filling.hours) < FEWEST:
        return
    mean = filling.tickets / len(filling.hours)
    for hour, tickets in filling.hours.items():
        if tickets > BURST * mean:
            came = wording.figure(tickets, "ticket")
            yield f"{came} came in the hour from {hour}; the mean is {mean:,.0f}."
