"""When something that happens every day at a wall-clock time is due next."""

from datetime import UTC, date, datetime, time, timedelta

from house.venue import NoSuchTime, Venue
from rulebook import HOUSE, Cited

# Clocks go forward on a full minute: the first one after a time that is skipped.
MINUTE = Cited(timedelta(minutes=1), HOUSE.at("CLOCK-7"))


def next_at(venue: Venue, wall: time, after: datetime) -> datetime:
    """The first instant after this one at which the venue's clock shows that time."""
    day = venue.local(after).date()
    while (due := _on(venue, datetime.combine(day, wall))) <= after:
        day += timedelta(days=1)
    return due


def midnight(venue: Venue, day: date) -> datetime:
    """The instant a day begins at the venue."""
    return _on(venue, datetime.combine(day, time(0)))


def _on(venue: Venue, wall: datetime) -> datetime:
    """The instant of a wall-clock time; of a time that is skipped, the first after."""
    try:
        return venue.instant(wall)
    except NoSuchTime:
        skipped = wall.replace(tzinfo=venue.zone).astimezone(UTC)
        return _forward(venue, skipped)


def _forward(venue: Venue, near: datetime) -> datetime:
    """The moment the clocks go forward: where the offset changes before this."""
    offset = venue.local(near).utcoffset()
    moment = near.replace(second=0, microsecond=0)
    while venue.local(moment - MINUTE.value).utcoffset() == offset:
        moment -= MINUTE.value
    return moment
