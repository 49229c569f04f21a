"""Time as the people in the building know it; UTC everywhere else."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from rulebook import HOUSE

# Nobody here was born before them, nothing is planned beyond; near the years 1 and
# 9999 a wall clock has no instant at all.
YEARS = range(1900, 2200)


class NoSuchTime(ValueError):
    """A wall-clock time that the venue skips, or that is out of anybody's reach."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The house's name and the zone its wall clocks keep."""

    name: str
    zone: ZoneInfo

    def local(self, instant: datetime) -> datetime:
        """The instant on the venue's wall clock."""
        if instant.tzinfo is None:
            raise ValueError(f"An instant needs its zone ({HOUSE.at('TIME-1')}).")
        return instant.astimezone(self.zone)

    def instant(self, wall: datetime, after: datetime | None = None) -> datetime:
        """The instant a wall-clock time means.

        Of a repeated hour it is the first, or the second once the first is past.
        """
        if wall.tzinfo is not None:
            raise ValueError("A wall-clock time has no zone of its own.")
        if wall.year not in YEARS:
            raise NoSuchTime(f"Give a year from {YEARS[0]} to {YEARS[-1]}.")
        instant = wall.replace(tzinfo=self.zone).astimezone(UTC)
        if after is not None and instant < after:
            instant = wall.replace(tzinfo=self.zone, fold=1).astimezone(UTC)
        if self.local(instant).replace(tzinfo=None) != wall:
            raise NoSuchTime(
                f"The clocks go forward: there is no {wall:%H:%M} "
                f"on {wall.day} {wall:%B %Y}."
            )
        return instant

    def long(self, instant: datetime) -> str:
        """Friday 20 November 2026, 20:41."""
        local = self.local(instant)
        return f"{local:%A} {local.day} {local:%B %Y, %H:%M}"

    def short(self, instant: datetime) -> str:
        """20 Nov 2026, 20:41."""
        local = self.local(instant)
        return f"{local.day} {local:%b %Y, %H:%M}"

    def exact(self, instant: datetime) -> str:
        """20 Nov 2026, 20:41:07."""
        local = self.local(instant)
        return f"{local.day} {local:%b %Y, %H:%M:%S}"

    def clock(self, instant: datetime) -> str:
        """20:41; in the hour that comes twice also which of the two, 02:41 AEST."""
        local = self.local(instant)
        twice = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
        return f"{local:%H:%M %Z}" if twice else f"{local:%H:%M}"

    def day_begins(self, instant: datetime) -> datetime:
        """The midnight that began the venue's day."""
        local = self.local(instant)
        return self.instant(
            local.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        )


def span(duration: timedelta) -> str:
    """How long, as it is said: 16:53 below an hour, else 3 h or 2 days."""
    seconds = int(abs(duration).total_seconds())
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < 48 * 3600:
        return f"{seconds // 3600} h"
    return f"{seconds // 86400} days"
