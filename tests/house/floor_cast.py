"""Tables for the tests of signs, limits, closings and markers."""

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import time_machine
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.floor.acts import Act
from house.floor.decks.services import WHOLE
from house.floor.editions import services as editions
from house.floor.editions.services import UNDATED
from house.floor.models import TableRow
from house.floor.tables import services
from house.floor.tables.standing import standing
from house.notices import deadlines
from house.people.roles import Role
from house.venue import Venue
from tests.house.conftest import NOON, add_staff
from tests.house.test_tables import PLAIN

VENUE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
TWENTY = 20 * MINUTE
GAMES = {"VIC99": "caribbean_stud"}
DIRECTOR = Actor("ruth", "Ruth", "director")
SUPERVISOR = Actor("priya", "Priya", "supervisor")


def at(minutes=0, seconds=0, by=DIRECTOR):
    """Somebody acting so long after noon."""
    return Act(by, NOON + minutes * MINUTE + seconds * SECOND)


def clock_shows(minutes=0, seconds=0):
    """Let the whole house believe that it is so long after noon."""
    return time_machine.travel(at(minutes, seconds).now, tick=False)


def open_table(db, rulebook="NSW3", number=4, **changes):
    """A table that opened an hour before noon, with $10 to $200 in steps of $5."""
    layout = replace(
        PLAIN,
        number=number,
        rulebook=rulebook,
        game=changes.pop("game", GAMES.get(rulebook, "mississippi_stud")),
        minimum_cents=10_00,
        maximum_cents=200_00,
        **changes,
    )
    if layout.offer and layout.offer.approval:
        layout = replace(layout, device_approval="Order 12, two-card shoe")
    with db.writing() as session:
        begins = at(-60)
        for which in UNDATED:
            editions.enter(session, which, NOON - timedelta(days=9), "An order", begins)
        table = services.set_up(session, layout, begins)
        assert isinstance(table, TableRow), table
        watches = add_staff(session, f"watch-{number}", Role.SUPERVISOR, at=NOON)
        services.assign(session, table, watches.pk, begins)
        opened = services.open_table(session, table, begins, cards=WHOLE)
        assert isinstance(opened, TableRow), opened
    return number


def do(db, number, service, *args, **kwargs):
    """Call a service on a table in a transaction of its own."""
    with db.writing() as session:
        table = services.get(session, number, lock=True)
        return service(session, table, *args, **kwargs)


def stands(db, number=4):
    """How the table stands in the database."""
    with db.reading() as session:
        return standing(session, services.get(session, number))


def table(db, number=4):
    """The table as the database has it."""
    return stands(db, number).table


def tick(db, act):
    """Look at the clock at the instant of an act."""
    done = deadlines.run_due(db, act.now)
    assert done.failed == 0
    return done.fired


def cites(verdict):
    """The rules a refusal names."""
    return [refusal.cite.id for refusal in verdict.refusals]


def entries(db, act):
    """What the record says about one kind of act."""
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act).order_by(AuditRow.number)
        return session.exec(query).all()
