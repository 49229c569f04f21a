"""What the floor says on the desks of those who run it."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Panel, Place, Urgency, shows, tells
from house.floor.models import TableRow, TableStatus
from house.floor.queries import floor
from house.floor.services import OWN, WATCHED, supervisors
from house.people.roles import Role
from house.people.sessions import Staff


@shows(
    Role.DIRECTOR,
    Role.DEPUTY,
    Role.SUPERVISOR,
    Role.DEALER,
    Role.COMPLIANCE,
    Role.INSPECTOR,
)
def tables_from_above(session: Session, _staff: Staff, _now: datetime) -> Panel | None:
    """The floor as a strip of half-moons, once there is a table."""
    tables = floor(session)
    return (
        Panel(Place.TOP, "tables/_floor.html", {"tables": tables}) if tables else None
    )


@tells(Role.SUPERVISOR)
def own_tables(session: Session, staff: Staff, _now: datetime) -> Iterator[Item]:
    """A supervisor's own tables that are closed."""
    mine = select(TableRow).where(
        col(TableRow.supervisor_id) == staff.id,
        col(TableRow.status) == TableStatus.CLOSED,
    )
    for table in session.exec(mine.order_by(col(TableRow.number))):
        yield Item(
            Urgency.NEXT,
            f"Table {table.number} is closed",
            OWN,
            "Open it",
            url_for("tables.show", number=table.number),
            why=f"{table.game.label} under {table.rulebook}, yours to open.",
        )


@tells(Role.DIRECTOR, Role.DEPUTY)
def without_supervisor(
    session: Session, _staff: Staff, _now: datetime
) -> Iterator[Item]:
    """Tables that nobody watches over, or somebody who no longer may."""
    people = supervisors(session)
    tables = session.exec(select(TableRow).order_by(col(TableRow.number)))
    for table in tables:
        if table.supervisor_id in people:
            continue
        yield Item(
            Urgency.BLOCKED,
            f"Table {table.number} cannot open",
            WATCHED,
            "Assign a supervisor",
            url_for("tables.show", number=table.number),
            why="It has no supervisor."
            if table.supervisor_id is None
            else "Its supervisor no longer is one.",
            right="A table opens with a supervisor who is on the staff.",
        )
