"""How tickets are earned: from which play, at which rate, how often, up to how many."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from zoneinfo import ZoneInfo

from rulebook import HOUSE, Cite
from rulebook.terms import wording

RATE: Cite = HOUSE.at("PROMOTION-40")
MULTIPLIED: Cite = HOUSE.at("PROMOTION-41")
CAPPED: Cite = HOUSE.at("PROMOTION-42")
FREE: Cite = HOUSE.at("PROMOTION-43")


class Source(StrEnum):
    """What tickets come from."""

    PLAY = "play"  # cents wagered
    POINTS = "points"
    VISIT = "visit"
    FREE = "free"


class Weekday(StrEnum):
    """A day of the week by the venue's calendar."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


WEEK = tuple(Weekday)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many tickets for every so much of something."""

    of: Source = Source.PLAY
    every: int = 10_00  # cents, points or visits
    tickets: int = 1

    def text(self) -> str:
        """The rate as it is printed."""
        many = wording.many(self.tickets, "ticket")
        if self.of is Source.FREE:
            return f"{many} without any play, once for each draw"
        if self.of is Source.VISIT:
            return f"{many} for every {_every(self.every, 'visit')}"
        if self.of is Source.POINTS:
            return f"{many} for every {_every(self.every, 'point')}"
        return f"{many} for every {wording.dollars(self.every)} wagered"


def _every(count: int, noun: str) -> str:
    return noun if count == 1 else wording.many(count, noun)


@dataclass(frozen=True, slots=True)
class Times:
    """Hours of certain days in which play counts several times."""

    days: tuple[Weekday, ...] = ()  # none named: every day
    from_hour: int = 0
    to_hour: int = 24
    times: int = 2

    def holds(self, local: datetime) -> bool:
        """Whether it does at this moment of the venue's clock."""
        on_day = not self.days or WEEK[local.weekday()] in self.days
        return on_day and self.from_hour <= local.hour < self.to_hour

    def text(self) -> str:
        """When it counts how many times."""
        names = [day.value.capitalize() + "s" for day in self.days]
        on = f" on {wording.listed(names)}" if names else ""
        whole = (self.from_hour, self.to_hour) == (0, 24)
        hours = "" if whole else f" from {self.from_hour}:00 to {self.to_hour}:00"
        return f"{self.times} times{on}{hours}"


@dataclass(frozen=True, slots=True)
class Earning:
    """Everything the terms say about earning tickets."""

    rates: tuple[Rate, ...] = ()
    times: tuple[Times, ...] = ()
    most_a_day: int = 0  # nought: no limit
    most_each: int = 0  # for one draw

    def rate_of(self, source: Source) -> Rate | None:
        """The rate for a source, if it earns anything."""
        return next((rate for rate in self.rates if rate.of is source), None)

    def multiplier(self, local: datetime) -> Times | None:
        """What multiplies play at a moment; of several, the highest alone."""
        held = [each for each in self.times if each.holds(local)]
        return max(held, key=lambda each: each.times, default=None)


@dataclass(frozen=True, slots=True)
class Played:
    """Something that earns: what, how much of it, and when."""

    source: Source
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Holding:
    """What somebody earned towards one draw so far."""

    tickets: int = 0
    by_day: Mapping[date, int] = field(default_factory=dict)
    counted: Mapping[Source, int] = field(default_factory=dict)  # times multipliers


@dataclass(frozen=True, slots=True)
class Earned:
    """Tickets for one thing played, and how they came about."""

    tickets: int
    counted: int  # the amount, times what multiplied it
    why: tuple[tuple[str, Cite], ...]


def earned(earning: Earning, played: Played, before: Holding, zone: ZoneInfo) -> Earned:
    """The tickets that one thing played earns, after all that was played before it.

    What is left over below one ticket stays: it counts with what is played next.
    """
    rate, local = earning.rate_of(played.source), played.at.astimezone(zone)
    if rate is None:
        return Earned(0, 0, ((f"No tickets are earned by {played.source}.", RATE),))
    if rate.of is Source.FREE:
        return _free(earning, rate, before, local.date())
    times = earning.multiplier(local)
    counted = played.amount * (times.times if times else 1)
    had = before.counted.get(played.source, 0)
    full = _whole(had + counted, rate) - _whole(had, rate)
    said = [(_sentence(played, rate, had), RATE)]
    if times:
        said.append((f"It counts {times.text()}.", MULTIPLIED))
    given, capped = _within(earning, full, before, local.date())
    return Earned(given, counted, (*said, *capped))


def _whole(counted: int, rate: Rate) -> int:
    return int(Fraction(counted, rate.every)) * rate.tickets


def _sentence(played: Played, rate: Rate, had: int) -> str:
    over = had % rate.every
    rest = f", with {_amount(played.source, over)} left over before" if over else ""
    return f"{_amount(played.source, played.amount)} at {rate.text()}{rest}."


def _amount(source: Source, amount: int) -> str:
    if source is Source.PLAY:
        return f"{wording.dollars(amount)} wagered"
    return wording.many(amount, "visit" if source is Source.VISIT else "point")


def _free(earning: Earning, rate: Rate, before: Holding, day: date) -> Earned:
    if before.counted.get(Source.FREE):
        return Earned(0, 0, (("The free entry was taken already.", FREE),))
    given, capped = _within(earning, rate.tickets, before, day)
    return Earned(given, 1, (("The free entry of this draw.", FREE), *capped))


def _within(
    earning: Earning, tickets: int, before: Holding, day: date
) -> tuple[int, tuple[tuple[str, Cite], ...]]:
    """So many of the tickets as the limits leave, and which limit took the rest."""
    left = {
        "a day": (earning.most_a_day, before.by_day.get(day, 0)),
        "for this draw": (earning.most_each, before.tickets),
    }
    said = []
    for name, (most, had) in left.items():
        if most and tickets > (room := max(most - had, 0)):
            said.append(
                (f"{room} of {tickets}: at most {most:,} tickets {name}.", CAPPED)
            )
            tickets = room
    return tickets, tuple(said)


def after(before: Holding, played: Played, found: Earned, zone: ZoneInfo) -> Holding:
    """What somebody has once this was earned too."""
    day = played.at.astimezone(zone).date()
    by_day = {**before.by_day, day: before.by_day.get(day, 0) + found.tickets}
    counted = {
        **before.counted,
        played.source: before.counted.get(played.source, 0) + found.counted,
    }
    return Holding(before.tickets + found.tickets, by_day, counted)


def replayed(
    earning: Earning, plays: Sequence[Played], zone: ZoneInfo
) -> Iterator[Earned]:
    """What a patron's play earns, one after the other: the rehearsal of the terms."""
    holding = Holding()
    for played in plays:
        found = earned(earning, played, holding, zone)
        holding = after(holding, played, found, zone)
        yield found
