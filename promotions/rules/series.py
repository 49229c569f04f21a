"""Several draws under one set of terms, each at the same time of the venue's day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

EVERY_WEEK = 7


@dataclass(frozen=True, slots=True)
class PlannedDraw:
    """One draw of the series: its number, when entries close and when it is held."""

    number: int
    closes_at: datetime
    drawn_at: datetime


def on_the_wall(instant: datetime, days: int, zone: ZoneInfo) -> datetime:
    """The same time by the venue's clock, so many days later."""
    local = instant.astimezone(zone).replace(tzinfo=None) + timedelta(days=days)
    return local.replace(tzinfo=zone).astimezone(UTC)


def draws(
    closes_at: datetime, drawn_at: datetime, times: int, every: int, zone: ZoneInfo
) -> Iterator[PlannedDraw]:
    """Every draw that is planned, the first first."""
    for at in range(max(times, 0)):
        days = at * every
        closes = on_the_wall(closes_at, days, zone)
        yield PlannedDraw(at + 1, closes, on_the_wall(drawn_at, days, zone))


def grown_cents(value_cents: int, grows_cents: int, unclaimed: int) -> int:
    """What the first prize is worth after so many draws without a winner."""
    return value_cents + grows_cents * unclaimed
