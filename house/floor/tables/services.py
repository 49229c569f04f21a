"""Setting up tables, assigning supervisors, opening and closing, on the record."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.audit import Subject
from house.floor.acts import Act, record, subject
from house.floor.decks import services as decks
from house.floor.decks.services import Checked
from house.floor.decks.supply import against_hand
from house.floor.editions.services import check_edition, entries, known
from house.floor.limits.changes import show_limits
from house.floor.models import Game, TableRow, TableStatus
from house.floor.signs.models import EditionRow
from house.floor.tables.designation import check_layout, check_use
from house.floor.tables.documents import limit_rules
from house.floor.tables.rules import (
    NUMBER,
    Layout,
    check,
    check_device,
    check_switch,
    layout_of,
)
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.sessions import Staff, roles_of
from rulebook import HOUSE, NSW3, Refusal, Refused

__all__ = ["Act", "get", "subject"]  # what other rooms of the floor take from here
CLOSED_FIRST = HOUSE.at("FLOOR-5")
WATCHED = HOUSE.at("FLOOR-6")
OWN = HOUSE.at("FLOOR-7")
STALE = HOUSE.at("STALE-1")
STEP = HOUSE.at("STEP-1")
SUPERVISES = NSW3.at("1.1:Gaming Supervisor")
ANY_TABLE = frozenset({Role.DIRECTOR, Role.DEPUTY})
_NUMBERED = select(TableRow).where(col(TableRow.number) == bindparam("number"))
_HELD = _NUMBERED.with_for_update()


def get(session: Session, number: int, *, lock: bool = False) -> TableRow | None:
    """The table with this number, held against others until the act is done."""
    if not 0 < number < 1000:
        return None
    query = _HELD if lock else _NUMBERED
    return session.exec(query, params={"number": number}).first()


def own_table(
    session: Session, staff: Staff, kwargs: Mapping[str, Any]
) -> Refusal | None:
    """Turn a supervisor away from a table that is somebody else's."""
    if staff.roles & ANY_TABLE:
        return None
    table = get(session, kwargs["number"])
    if table is None or table.supervisor_id == staff.id:
        return None
    return Refusal(
        OWN,
        f"Table {table.number} is not yours.",
        "Its own supervisor, a director or a deputy may do this.",
    )


def set_up(
    session: Session, layout: Layout, act: Act, *, from_hand: bool = True
) -> TableRow | Refused:
    """Put a new table on the floor, closed."""
    refusals = (
        *check(layout, act.now),
        *_hand(layout, from_hand=from_hand),
        *_free(session, layout),
    )
    verdict = Refused(refusals) if refusals else _insert(session, layout)
    refused = verdict if isinstance(verdict, Refused) else None
    about = Subject("table", str(layout.number), f"Table {layout.number}")
    record(session, act, "set up table", about, refused, after=layout.plain())
    return verdict


def _insert(session: Session, layout: Layout) -> TableRow | Refused:
    row = TableRow(**(layout.plain() | _typed(layout)))
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # somebody took the number in this very moment
        return Refused((_taken(layout.number),))
    return row


def _typed(layout: Layout) -> dict[str, Any]:
    return {"game": Game(layout.game), "device": layout.device}


def _free(session: Session, layout: Layout, besides: int = 0) -> Iterator[Refusal]:
    taken = get(session, layout.number)
    if taken is not None and taken.pk != besides:
        yield _taken(layout.number)


def _taken(number: int) -> Refusal:
    wrong = f"There is a table {number} already."
    return Refusal(NUMBER, wrong, "Give a number that is free.", "number")


def _hand(layout: Layout, *, from_hand: bool) -> Iterator[Refusal]:
    """Whether the operator lets a dealer deal as this table does."""
    if not from_hand:
        yield from against_hand(layout.game, layout.rulebook, layout.device.value)


def change(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    version: int,
    layout: Layout,
    act: Act,
    *,
    from_hand: bool = True,
) -> TableRow | Refused:
    """Change what a closed table is, unless somebody else did so in between."""
    refusals = (
        *_fresh(table, version),
        *_closed(table),
        *check(layout, act.now),
        *_hand(layout, from_hand=from_hand),
        *check_layout(table, layout),
        *_switched(table, layout),
        *_free(session, layout, table.pk),
    )
    refused = Refused(refusals) if refusals else None
    was, becomes = layout_of(table).plain(), layout.plain()
    changed = [] if refused else [name for name in was if was[name] != becomes[name]]
    if not refused:
        for name, value in (becomes | _typed(layout)).items():
            setattr(table, name, value)
        session.flush()
    record(
        session,
        act,
        "change table",
        subject(table),
        refused,
        before={name: was[name] for name in changed},
        after={name: becomes[name] for name in changed},
    )
    return refused or table


def _switched(table: TableRow, layout: Layout) -> Iterator[Refusal]:
    """Another game or document takes another layout: nothing of the old one stays."""
    now = layout_of(table)
    if (now.game, now.rulebook) == (layout.game, layout.rulebook):
        yield from check_switch(now, layout)


def _fresh(table: TableRow, version: int) -> Iterator[Refusal]:
    if table.version != version:
        wrong = "Somebody else changed this table while you were writing."
        right = "Compare both below, then save again what should hold."
        yield Refusal(STALE, wrong, right)


def _closed(table: TableRow) -> Iterator[Refusal]:
    if table.status is not TableStatus.CLOSED:
        wrong = f"Table {table.number} is open."
        yield Refusal(CLOSED_FIRST, wrong, "Close it first.")


def supervisors(session: Session) -> Mapping[int, str]:
    """Everybody who may watch over a table now, by name."""
    here = select(StaffRow).where(col(StaffRow.left_at).is_(None))
    people = session.exec(here.order_by(col(StaffRow.name))).all()
    return {
        person.pk: person.name
        for person in people
        if Role.SUPERVISOR in roles_of(session, person.pk)
    }


def assign(
    session: Session, table: TableRow, staff_id: int | None, act: Act
) -> TableRow | Refused:
    """Give a table its supervisor, or take the supervisor away from a closed one."""
    people = supervisors(session)
    refusals = tuple(_assignable(table, staff_id, people))
    refused = Refused(refusals) if refusals else None
    before = {"supervisor": _name(session, table.supervisor_id)}
    if not refused:
        table.supervisor_id = staff_id
        session.flush()
    after = {"supervisor": people.get(staff_id or 0, "")}
    record(
        session,
        act,
        "assign supervisor",
        subject(table),
        refused,
        rules=(SUPERVISES,),
        before=before,
        after=after,
    )
    return refused or table


def _assignable(
    table: TableRow, staff_id: int | None, people: Mapping[int, str]
) -> Iterator[Refusal]:
    if staff_id is None:
        if table.status is TableStatus.OPEN:
            wrong = f"Table {table.number} is open."
            right = "Give it another supervisor, or close it first."
            yield Refusal(WATCHED, wrong, right, "supervisor")
    elif staff_id not in people:
        wrong = "This person is not a table supervisor."
        yield Refusal(WATCHED, wrong, "Choose one from the list.", "supervisor")


def _name(session: Session, staff_id: int | None) -> str:
    return session.get_one(StaffRow, staff_id).name if staff_id else ""


def check_open(
    table: TableRow,
    people: Mapping[int, str],
    now: datetime,
    entered: Sequence[EditionRow] = (),
    use: Subject | None = None,
) -> Iterator[Refusal]:
    """Every reason why a table cannot open now, for open play or a use of its own."""
    if table.status is TableStatus.OPEN:
        yield Refusal(STEP, f"Table {table.number} is open already.")
    if table.supervisor_id is None:
        right = "Assign one first."
        yield Refusal(WATCHED, f"Table {table.number} has no supervisor.", right)
    elif table.supervisor_id not in people:
        wrong = f"The supervisor of table {table.number} no longer is one."
        yield Refusal(WATCHED, wrong, "Assign another.")
    yield from check_use(table, now, use)
    yield from check_edition(table, now, entered)
    yield from check(layout_of(table), now)
    yield from check_device(layout_of(table))


def open_table(
    session: Session,
    table: TableRow,
    act: Act,
    use: Subject | None = None,
    *,
    cards: Checked | None = None,
) -> TableRow | Refused:
    """Let people play at a table, with the sign of its limits up from now on."""
    people, entered = supervisors(session), entries(session)
    refusals = tuple(check_open(table, people, act.now, entered, use))
    if not refusals:  # only cards of a table that may open are checked
        checked = decks.open_with(session, table, cards, act)
        refusals = checked.refusals if isinstance(checked, Refused) else ()
    refused = Refused(refusals) if refusals else None
    before = {"status": table.status.value}
    if not refused:
        table.status, table.opened_at = TableStatus.OPEN, act.now
        if use is None:  # whoever else has the table shows limits of their own
            show_limits(session, table, act)
    record(
        session,
        act,
        "open table",
        table,
        refused,
        rules=(limit_rules(table).displayed,),
        before=before,
        after={"status": TableStatus.OPEN.value, "edition": _edition(table, entered)},
    )
    return refused or table


def _edition(table: TableRow, entered: Sequence[EditionRow]) -> list[str]:
    return [f"{e.code} {e.edition}" for e in known(table.rulebook, table.game, entered)]
