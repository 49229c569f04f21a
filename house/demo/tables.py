"""The demo house's floor: twelve tables under five documents."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import Session

from house.demo.patrons import done
from house.demo.staff import OSCAR, PRIYA, RUTH, DemoPerson
from house.floor.acts import Act
from house.floor.decks.services import WHOLE
from house.floor.models import Device, Game
from house.floor.tables import services
from house.floor.tables.rules import Layout

MISSISSIPPI = Game.MISSISSIPPI_STUD.value
SHUFFLER, SHOE = Device.SHUFFLER, Device.SHOE


def _table(  # noqa: PLR0913
    number: int,
    rulebook: str,
    limits: tuple[int, int, int],
    *,
    game: str = MISSISSIPPI,
    seats: int = 6,
    device: Device = SHUFFLER,
    low_limit: bool = False,
    cashless: bool = False,
) -> Layout:
    least, most, unit = (dollars * 100 for dollars in limits)
    return Layout(
        number, game, rulebook, seats, device, least, most, unit, low_limit, cashless
    )


APPROVED = "table devices 2026-014"  # of the automated shoe at the MASS table
# Each table, who watches over it, and whether it is open.
FLOOR: tuple[tuple[Layout, DemoPerson | None, bool], ...] = (
    (_table(1, "CROWN3", (15, 500, 5)), PRIYA, True),
    (_table(2, "CROWN3", (15, 500, 5), device=SHOE), PRIYA, True),
    (_table(3, "STAR4", (10, 300, 5), seats=7, cashless=True), OSCAR, True),
    (_table(4, "CROWN3", (25, 1000, 5)), PRIYA, True),
    (_table(5, "CROWN3", (25, 1000, 5)), PRIYA, True),
    (_table(6, "CROWN3", (25, 1000, 5)), OSCAR, True),
    (_table(7, "CROWN3", (25, 1000, 5)), OSCAR, True),
    (_table(8, "STAR4", (5, 100, 5), seats=7, low_limit=True), OSCAR, True),
    (_table(9, "NSW3", (25, 500, 5), seats=7), OSCAR, True),
    (
        _table(10, "VIC99", (10, 200, 5), game="caribbean_stud", seats=7, device=SHOE),
        PRIYA,
        False,
    ),
    (
        _table(11, "VIC99", (50, 5000, 10), game="baccarat", seats=14, device=SHOE),
        OSCAR,
        False,
    ),
    (
        replace(_table(12, "MASS", (15, 500, 5), seats=7), device_approval=APPROVED),
        None,
        False,
    ),
)


def set_up_floor(session: Session, staff: dict[str, int], now: datetime) -> int:
    """Set the tables up as a director does, and open them as their supervisors do."""
    for layout, person, is_open in FLOOR:
        director = Act(RUTH.actor, now)
        table = done(services.set_up(session, layout, director))
        if person is not None:
            chosen = staff[person.username]
            done(services.assign(session, table, chosen, director))
            if is_open:
                opens = Act(person.actor, now + timedelta(hours=1))
                done(services.open_table(session, table, opens, cards=WHOLE))
    return len(FLOOR)
