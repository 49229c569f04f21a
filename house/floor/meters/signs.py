"""Putting the signs of a change up and taking them down; each restarts its clock."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.floor.meters.changes import (
    call_off_deadline,
    concerned,
    held_change,
    notice,
    replan,
    signs,
    title,
)
from house.floor.meters.ledger import note
from house.floor.meters.models import (
    ChangeState,
    MeterChangeRow,
    MeterRow,
    MeterSignRow,
)
from house.floor.models import TableRow
from rulebook import Refusal, Refused


def up_at(session: Session, table: TableRow) -> Sequence[int]:
    """The announced changes whose sign is up at a table."""
    return [row.change_id for row in _latest(session, table) if not row.taken_down_at]


def fallen_at(session: Session, table: TableRow) -> Sequence[int]:
    """The announced changes whose sign was up at a table and came down."""
    return [row.change_id for row in _latest(session, table) if row.taken_down_at]


def _latest(session: Session, table: TableRow) -> Sequence[MeterSignRow]:
    """The latest sign of each announced change at a table."""
    query = (
        select(MeterSignRow)
        .join(MeterChangeRow, col(MeterChangeRow.id) == MeterSignRow.change_id)
        .where(
            MeterSignRow.table_id == table.pk,
            MeterChangeRow.state == ChangeState.ANNOUNCED,
        )
        .order_by(col(MeterSignRow.id))
    )
    latest = {row.change_id: row for row in session.exec(query)}
    return list(latest.values())


def put_up(
    session: Session, change_id: int, table: TableRow, act: Act
) -> MeterChangeRow | Refused:
    """Note that the sign is up at a table; the last one of all starts the wait."""
    change, meter = held_change(session, change_id)
    refusals = [*_waits(session, change, meter), *_concerned(session, change, table)]
    row = signs(session, change).get(table.pk)
    if row is not None and row.taken_down_at is None:
        wrong = f"The sign at table {table.number} is up already."
        refusals.append(Refusal(notice(meter, change.kind).cite, wrong))
    refused = Refused(tuple(refusals)) if refusals else None
    if not refused:
        sign = MeterSignRow(
            change_id=change.pk, table_id=table.pk, displayed_at=act.now
        )
        session.add(sign)
        session.flush()
        replan(session, change)
    _note(session, change, meter, act, "put up meter sign", table, refused)
    return refused or change


def take_down(
    session: Session, change_id: int, table: TableRow, act: Act
) -> MeterChangeRow | Refused:
    """Note that the sign came down; its time starts again when it is back up."""
    call_off_deadline(session, session.get_one(MeterChangeRow, change_id), act.now)
    change, meter = held_change(session, change_id)
    refusals = [*_waits(session, change, meter)]
    row = signs(session, change).get(table.pk)
    if row is None or row.taken_down_at is not None:
        wrong = f"No sign is up at table {table.number}."
        refusals.append(Refusal(notice(meter, change.kind).cite, wrong))
    refused = Refused(tuple(refusals)) if refusals else None
    if row is not None and not refused:
        row.taken_down_at = act.now
        session.flush()
    if change.state is ChangeState.ANNOUNCED:
        replan(session, change)
    _note(session, change, meter, act, "take down meter sign", table, refused)
    return refused or change


def call_off(session: Session, change_id: int, act: Act) -> MeterChangeRow | Refused:
    """Call an announced change off; nothing happens."""
    call_off_deadline(session, session.get_one(MeterChangeRow, change_id), act.now)
    change, meter = held_change(session, change_id)
    refusals = tuple(_waits(session, change, meter))
    refused = Refused(refusals) if refusals else None
    if not refused:
        change.state = ChangeState.CALLED_OFF
        change.settled_at = act.now
        session.flush()
    after = {"change": title(session, change)}
    rules = (notice(meter, change.kind).cite,)
    name = "call off meter change"
    note(session, meter, act, name, refused, rules=rules, after=after)
    return refused or change


def _waits(
    session: Session, change: MeterChangeRow, meter: MeterRow
) -> Iterator[Refusal]:
    if change.state is not ChangeState.ANNOUNCED:
        wrong = f"“{title(session, change)}” is {change.state.value}."
        cite = notice(meter, change.kind).cite
        yield Refusal(cite, wrong, "Announce another change if one is needed.")


def _concerned(
    session: Session, change: MeterChangeRow, table: TableRow
) -> Iterator[Refusal]:
    if table.pk not in {one.pk for one in concerned(session, change)}:
        meter = session.get_one(MeterRow, change.meter_id)
        wrong = f"Table {table.number} has no part in this change."
        cite = notice(meter, change.kind).cite
        yield Refusal(cite, wrong, "Choose a table that has.", "table")


def _note(  # noqa: PLR0913, PLR0917
    session: Session,
    change: MeterChangeRow,
    meter: MeterRow,
    act: Act,
    name: str,
    table: TableRow,
    refused: Refused | None,
) -> None:
    after = {
        "change": title(session, change),
        "table": table.number,
        "due_at": change.due_at,
    }
    rules = (notice(meter, change.kind).cite,)
    note(session, meter, act, name, refused, rules=rules, after=after)
