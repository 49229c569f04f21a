"""The Summer Stud Open: it takes entries."""

from house.demo.load import DemoHouse
from tournaments.demo import leading
from tournaments.demo.leading import DAY

ENTRANTS = 44
SATURDAY = 5


def lead(demo: DemoHouse) -> None:
    """Published, opened, with officers and most of its entries."""
    now = demo.now
    starts = leading.on_weekday(demo, now + 5 * DAY, SATURDAY, 14)
    led = leading.begun(demo, "Summer Stud Open", "heats", starts, now - 16 * DAY)
    leading.published(led, now - 15 * DAY)
    leading.opened(led, now - 14 * DAY, "Letter 121")
    leading.officers(led, now - 13 * DAY)
    every, first = leading.guests(demo)[:ENTRANTS], now - 12 * DAY
    leading.entered(led, every, first, short_cents=5_00)
