"""What the signs of the demo house say tonight, and since when its documents hold."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlmodel import Session

from house.audit import Actor
from house.demo.patrons import done
from house.demo.staff import INGRID, OSCAR
from house.floor.acts import Act
from house.floor.editions.services import UNDATED, enter
from house.floor.limits import changes as limits_changes
from house.floor.limits import markers
from house.floor.limits.rules import LimitsRequest, SeatedPatron
from house.floor.models import TableRow
from house.floor.signs import displays
from house.floor.tables import closing, services
from house.floor.tables.standing import Figures, figures_of
from house.notices.daily import midnight
from house.venue import Venue

# Since when each document holds here; the demo house makes the missing days up.
EDITIONS = {
    "CROWN3": (date(2024, 7, 1), "Version 3.0, as approved (demo entry)"),
    "MASS": (date(2024, 1, 1), "Rules of the game (demo entry)"),
    "NSW3": (date(2023, 3, 1), "Earlier rules (demo entry)"),
    "STAR4": (date(2025, 8, 20), "Order of 15 August 2025, published (demo entry)"),
}


def enter_editions(session: Session, venue: Venue, now: datetime) -> None:
    """Enter the days that the documents do not give, as an administrator does."""
    for which in UNDATED:
        day, instrument = EDITIONS[which.code]
        since = midnight(venue, day)
        done(enter(session, which, since, instrument, Act(INGRID.actor, now)))


def announce_on_signs(session: Session, venue: Venue, now: datetime) -> None:
    """Tonight: table 9 goes from $25 to $50, table 3 closes, seat 2 plays higher."""
    oscar = DemoFloor(session, OSCAR.actor, venue)
    oscar.raise_minimum(9, 50_00, now - timedelta(minutes=3))
    oscar.close_soon(3, now - timedelta(minutes=7))
    table = oscar.table(7)
    limits = Figures(50_00, 2000_00, table.unit_cents)
    high = Act(OSCAR.actor, now - timedelta(minutes=40))
    done(markers.agree(session, table, SeatedPatron(2, "Wei Zhang"), limits, high))
    displays.give(session, oscar.table(9), high)


@dataclass(frozen=True, slots=True)
class DemoFloor:
    """Somebody who runs the tables of the demo house."""

    session: Session
    who: Actor
    venue: Venue

    def table(self, number: int) -> TableRow:
        """The table with this number."""
        found = services.get(self.session, number)
        assert found is not None
        return found

    def raise_minimum(self, number: int, minimum: int, at: datetime) -> None:
        """Put up the sign of a higher minimum."""
        table, act = self.table(number), Act(self.who, at)
        figures = replace(figures_of(table), minimum=minimum)
        wanted = LimitsRequest(figures)
        done(limits_changes.announce(self.session, table, wanted, act, self.venue))

    def close_soon(self, number: int, at: datetime) -> None:
        """Put up the sign of a closing."""
        table, act = self.table(number), Act(self.who, at)
        notice = closing.notice(table, act, at=None, hand_under_way=False)
        done(closing.announce(self.session, table, notice, act, self.venue))
