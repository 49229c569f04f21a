"""What the floor says on the desks of those who run it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Panel, Place, Urgency, shows, tells
from house.desk.search import Hit, finds
from house.floor.clock.wall_clock import CLOCK, stopped
from house.floor.editions.services import ENTERED, UNDATED, entries
from house.floor.models import TableRow, TableStatus
from house.floor.signs.sheet import sheet
from house.floor.tables.closing import cite_of
from house.floor.tables.designation import ONLY_FOR, lent
from house.floor.tables.documents import limit_rules
from house.floor.tables.queries import OnTheFloor, floor
from house.floor.tables.services import OWN, WATCHED, supervisors
from house.ledger.owners import Owner
from house.money import dollars
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
def tables_from_above(session: Session, _staff: Staff, now: datetime) -> Panel | None:
    """The floor as a strip of half-moons, once there is a table."""
    tables = floor(session, now)
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


@tells(Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY, Role.COMPLIANCE)
def what_signs_announce(
    session: Session, staff: Staff, now: datetime
) -> Iterator[Item]:
    """What comes at the tables by itself, and what stands still without its sign."""
    everything = staff.roles - {Role.SUPERVISOR}
    for one in floor(session, now):
        if one.is_open and (everything or one.table.supervisor_id == staff.id):
            yield from _announced(one)


def _announced(one: OnTheFloor) -> Iterator[Item]:
    number, stands = one.table.number, one.stands
    see = url_for("tables.show", number=number)
    rules, cite = limit_rules(one.table), cite_of(one.table)
    if one.lacks_sign:
        yield Item(
            Urgency.BLOCKED,
            f"Table {number} takes no wagers",
            rules.displayed,
            "Put it up",
            see,
            why="The sign of its limits is not up.",
            right="Put it up; every time it gave starts again.",
        )
    if (change := stands.waits(one.now)) and change.sign_id:
        yield Item(
            Urgency.DUE,
            f"Table {number}: the minimum rises to {dollars(change.minimum_cents)}",
            sheet(stands, one.now).wait.cite,
            "See the table",
            see,
            why=f"Announced by {change.announced_by}.",
            due_at=change.effective_at,
        )
    if stands.closing is not None:
        hands = one.hands_left
        after = "" if hands is None else f" after {hands} more hands"
        yield Item(
            Urgency.DUE if hands is None else Urgency.NEXT,
            f"Table {number} closes{after}",
            cite,
            "See the table",
            see,
            why=f"Announced by {stands.closing.announced_by}.",
            due_at=stands.due_closing,
        )


@tells(Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
def kept_from_a_time(session: Session, staff: Staff, now: datetime) -> Iterator[Item]:
    """Open tables that something else needs within a day, and when."""
    within = col(TableRow.kept_from) <= now + timedelta(days=1)
    needed = select(TableRow).where(within, TableRow.status == TableStatus.OPEN)
    everything = staff.roles - {Role.SUPERVISOR}
    for table in session.exec(needed.order_by(col(TableRow.number))):
        if lent(table):
            continue
        if not (everything or table.supervisor_id == staff.id):
            continue
        yield Item(
            Urgency.DUE,
            f"Table {table.number} is to be closed for {table.kept_for_name}",
            ONLY_FOR,
            "Close it",
            url_for("tables.show", number=table.number),
            why="From then on it serves nothing else.",
            due_at=table.kept_from,
        )


@tells(Role.ADMIN, Role.DIRECTOR, Role.DEPUTY, Role.SUPERVISOR, Role.COMPLIANCE)
def clock_moved_back(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """That the clock stops tables, until it is right or somebody says that it is."""
    found = stopped(session, now)
    if found:
        numbers = ", ".join(str(one.table.number) for one in found)
        yield Item(
            Urgency.BLOCKED,
            "The clock of the house was moved back",
            CLOCK,
            "See the clock",
            url_for("tables.clock"),
            why=f"The last sign lies ahead of it at {numbers}.",
            right="Set it right, or an administrator says that it is.",
        )


@tells(Role.ADMIN, Role.COMPLIANCE)
def editions_without_date(
    session: Session, _staff: Staff, _now: datetime
) -> Iterator[Item]:
    """Documents under which tables are run and that nobody has dated."""
    dated = {row.code for row in entries(session)}
    used = set(session.exec(select(TableRow.rulebook).distinct()))
    for edition in UNDATED:
        if edition.code in used - dated:
            yield Item(
                Urgency.NEXT,
                f"Since when {edition.code} holds is not entered",
                ENTERED,
                "Enter it",
                url_for("tables.editions"),
                why="Its text does not say, and tables are run under it.",
            )


@finds("Tables", "table", "tables.show")
def tables_named(session: Session, words: str) -> Iterator[Hit]:
    """Tables by number, game or document: “7”, “table 7”, “baccarat”."""
    wanted = words.casefold().removeprefix("table").split()
    for table in session.exec(select(TableRow).order_by(col(TableRow.number))):
        game = f"{table.game.label}, {table.rulebook}"
        parts = f"{table.number} {game} {table.status.value}".casefold().split()
        if wanted and all(any(_fits(word, p) for p in parts) for word in wanted):
            href = url_for("tables.show", number=table.number)
            yield Hit(f"Table {table.number}", f"{game}, {table.status.value}", href)


def _fits(word: str, part: str) -> bool:
    """Whether a word begins this one; a number is the whole of it."""
    return part == word or (not word.isdigit() and part.startswith(word))


def owner(_session: Session, number: int) -> Owner:
    """A table whose accounts are looked at."""
    return Owner(f"table {number}", "tables.show", {"number": number})
