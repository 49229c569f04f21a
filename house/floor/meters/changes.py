"""Announcing changes of an open meter, and the signs they wait for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from game.rulebooks.crown3_jackpots import OPTION_CHANGE_NOTICE, OPTIONS
from game.signs import Sign, earliest
from house.floor.acts import Act
from house.floor.meters.ledger import hold, link_of, note, state, subject
from house.floor.meters.linking import check_join, tables_on
from house.floor.meters.models import (
    ChangeKind,
    ChangeState,
    MeterChangeRow,
    MeterRow,
    MeterSignRow,
    MeterStatus,
)
from house.floor.meters.systems import SYSTEMS
from house.floor.models import TableRow
from house.notices import deadlines
from rulebook import HOUSE, Cited, Refusal, Refused

ONE_AT_A_TIME = HOUSE.at("METERS-12")
KIND = "meter change"
LEAVES = (ChangeKind.LEAVE, ChangeKind.TRANSFER)
TITLES = {
    ChangeKind.JOIN: "Table {table} joins {meter}",
    ChangeKind.LEAVE: "Table {table} leaves {meter}",
    ChangeKind.TRANSFER: "Table {table} moves from {meter} to {to}",
    ChangeKind.CLOSE: "{meter} closes",
    ChangeKind.OPTION: "Prize meters change to {option}",
}


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is to happen to a meter."""

    kind: ChangeKind
    table: TableRow | None = None
    to: MeterRow | None = None
    details: dict[str, Any] = field(default_factory=dict)


def waiting(session: Session, *meter_ids: int) -> Sequence[MeterChangeRow]:
    """The announced changes that touch these meters, the soonest first."""
    touched = col(MeterChangeRow.meter_id).in_(meter_ids)
    query = (
        select(MeterChangeRow)
        .where(
            touched | col(MeterChangeRow.to_meter_id).in_(meter_ids),
            col(MeterChangeRow.state) == ChangeState.ANNOUNCED,
        )
        .order_by(col(MeterChangeRow.due_at), col(MeterChangeRow.id))
        .execution_options(populate_existing=True)
    )
    return session.exec(query).all()


def notice(meter: MeterRow, kind: ChangeKind) -> Cited[timedelta]:
    """How long the signs of a change must be up, under which rule."""
    system = SYSTEMS[meter.rulebook]
    if kind is ChangeKind.OPTION:
        return OPTION_CHANGE_NOTICE
    if kind is ChangeKind.CLOSE:
        return system.closure_notice
    return system.table_notice


def announce(
    session: Session, meter: MeterRow, what: Announcement, act: Act
) -> MeterChangeRow | Refused:
    """Announce a change of a meter that is held; it happens once its signs are up."""
    refusals = tuple(_against(session, meter, what))
    refused = Refused(refusals) if refusals else None
    change = MeterChangeRow(
        meter_id=meter.pk,
        kind=what.kind,
        state=ChangeState.ANNOUNCED,
        table_id=what.table.pk if what.table else None,
        to_meter_id=what.to.pk if what.to else None,
        details=what.details,
        announced_at=act.now,
        announced_by=act.by.id,
    )
    if not refused:
        session.add(change)
        session.flush()
    facts = {
        "kind": what.kind.value,
        "table": what.table.number if what.table else None,
        "to": what.to.name if what.to else "",
        **what.details,
    }
    rules = (notice(meter, what.kind).cite,)
    note(
        session,
        meter,
        act,
        "announce meter change",
        refused,
        rules=rules,
        after={"change": facts},
    )
    return refused or change


def _against(
    session: Session, meter: MeterRow, what: Announcement
) -> Iterator[Refusal]:
    if meter.status is not MeterStatus.OPEN:
        wrong = f"{meter.name} is {meter.status.value}."
        yield Refusal(ONE_AT_A_TIME, wrong, "Changes are announced of open meters.")
        return
    yield from _overlapping(session, meter, what)
    match what.kind:
        case ChangeKind.JOIN if what.table:
            yield from check_join(session, meter, what.table)
        case ChangeKind.LEAVE | ChangeKind.TRANSFER if what.table:
            yield from against_leaving(session, meter, what.table)
            if what.kind is ChangeKind.TRANSFER:
                yield from against_target(meter, what.to)
        case ChangeKind.CLOSE:
            yield from against_closing(meter, what)
        case ChangeKind.OPTION:
            yield from _against_option(meter, what.details)
        case _:
            yield Refusal(ONE_AT_A_TIME, "No table is named.", "Name one.", "table")


def _overlapping(
    session: Session, meter: MeterRow, what: Announcement
) -> Iterator[Refusal]:
    """Two changes of one table, or of a meter that closes, never overlap."""
    to = [what.to.pk] if what.to else []
    whole = (ChangeKind.CLOSE, ChangeKind.OPTION)
    for other in waiting(session, meter.pk, *to):
        same_table = what.table is not None and other.table_id == what.table.pk
        if same_table or what.kind in whole or other.kind in whole:
            wrong = f"“{title(session, other)}” is announced already."
            right = "Wait for it, or call it off first."
            yield Refusal(ONE_AT_A_TIME, wrong, right)


def against_leaving(
    session: Session, meter: MeterRow, table: TableRow
) -> Iterator[Refusal]:
    """Why a table cannot leave: it is not there, or it is the last one."""
    cite = SYSTEMS[meter.rulebook].serves
    if link_of(session, meter, table.pk) is None:
        wrong = f"Table {table.number} is not on {meter.name}."
        yield Refusal(cite, wrong, "Choose one that is.", "table")
        return
    going = {c.table_id for c in waiting(session, meter.pk) if _goes(c, meter)}
    staying = {t.pk for t, _ in tables_on(session, meter)} - going - {table.pk}
    if not staying:
        wrong = f"Table {table.number} is the last one on {meter.name}."
        right = "Close the meter instead, and name one that receives its money."
        yield Refusal(cite, wrong, right, "table")


def _goes(change: MeterChangeRow, meter: MeterRow) -> bool:
    return change.meter_id == meter.pk and change.kind in LEAVES


def against_target(meter: MeterRow, to: MeterRow | None) -> Iterator[Refusal]:
    """Why a table cannot move to that meter."""
    cite = SYSTEMS[meter.rulebook].links.joins
    if to is None or to.pk == meter.pk or to.status is not MeterStatus.OPEN:
        wrong = "No other open meter is named."
        yield Refusal(cite, wrong, "Name the meter the table moves to.", "to")
    elif to.rulebook != meter.rulebook:
        wrong = f"{to.name} is a meter of {to.rulebook}."
        yield Refusal(cite, wrong, f"Choose one of {meter.rulebook}.", "to")


def against_closing(meter: MeterRow, what: Announcement) -> Iterator[Refusal]:
    """Why a meter cannot close: nobody is named who takes what it holds."""
    cite = SYSTEMS[meter.rulebook].hands_on
    to = what.to
    mine = state(meter)
    grows = meter.rate_millionths or mine.value_cents > mine.reseed_cents
    if to is None and grows:
        wrong = f"Nobody is named who receives what {meter.name} holds above its seed."
        yield Refusal(cite, wrong, "Name another open meter.", "to")
    elif to and (to.pk == meter.pk or to.status is not MeterStatus.OPEN):
        wrong = f"{to.name} cannot receive money."
        yield Refusal(cite, wrong, "Name another meter that is open.", "to")


def _against_option(meter: MeterRow, details: dict[str, Any]) -> Iterator[Refusal]:
    options = SYSTEMS[meter.rulebook].options
    option = options.get(str(details.get("option", "")))
    if option is None:
        wrong = "There is no such option."
        right = f"A Crown meter runs on {' or '.join(OPTIONS)}."
        yield Refusal(OPTION_CHANGE_NOTICE.cite, wrong, right, "option")
    elif details.get("seed") not in option.rates:
        wrong = f"{option.name} has no seed of {details.get('seed')}."
        seeds = ", ".join(f"{seed:,}" for seed in option.rates)
        yield Refusal(option.seeds, wrong, f"Its seeds are {seeds}.", "seed")


def title(session: Session, change: MeterChangeRow) -> str:
    """A change in one line."""
    table = session.get(TableRow, change.table_id) if change.table_id else None
    to = session.get(MeterRow, change.to_meter_id) if change.to_meter_id else None
    return TITLES[change.kind].format(
        meter=session.get_one(MeterRow, change.meter_id).name,
        table=table.number if table else "",
        to=to.name if to else "",
        option=str(change.details.get("option", "")).replace("-", " "),
    )


def concerned(session: Session, change: MeterChangeRow) -> Sequence[TableRow]:
    """The tables at which a sign must be up."""
    if change.table_id is not None:
        return [session.get_one(TableRow, change.table_id)]
    meters = [session.get_one(MeterRow, change.meter_id)]
    if change.kind is ChangeKind.OPTION:
        meters = list(with_options(session))
    return [table for meter in meters for table, _ in tables_on(session, meter)]


def with_options(session: Session) -> Sequence[MeterRow]:
    """The open meters that share one option, and change it together."""
    theirs = [code for code, system in SYSTEMS.items() if system.options]
    query = select(MeterRow).where(
        col(MeterRow.rulebook).in_(theirs), col(MeterRow.status) == MeterStatus.OPEN
    )
    return session.exec(query.order_by(col(MeterRow.id))).all()


def signs(session: Session, change: MeterChangeRow) -> dict[int, MeterSignRow]:
    """The latest sign at each table; an earlier one that came down counts no more."""
    query = select(MeterSignRow).where(col(MeterSignRow.change_id) == change.pk)
    rows = session.exec(query.order_by(col(MeterSignRow.id))).all()
    return {row.table_id: row for row in rows}


def shown(session: Session, change: MeterChangeRow) -> list[Sign]:
    """The signs of a change as the rules see them, one for each table concerned."""
    up = signs(session, change)
    return [_sign(up.get(table.pk)) for table in concerned(session, change)]


def _sign(row: MeterSignRow | None) -> Sign:
    return Sign(row.displayed_at, row.taken_down_at) if row else Sign(None)


def due(session: Session, change: MeterChangeRow) -> datetime | None:
    """When the change may happen, if all its signs are up."""
    meter = session.get_one(MeterRow, change.meter_id)
    return earliest(shown(session, change), notice(meter, change.kind).value)


def deadline_key(change: MeterChangeRow, at: datetime) -> str:
    """The deadline of a change as of one time; another time is another deadline."""
    return f"meter-change-{change.pk}-{at.timestamp():.6f}"


def replan(session: Session, change: MeterChangeRow) -> None:
    """Set the deadline that the signs now ask for."""
    change.due_at = due(session, change)
    session.flush()
    if change.due_at is not None:
        meter = session.get_one(MeterRow, change.meter_id)
        deadlines.plan(
            session,
            KIND,
            key=deadline_key(change, change.due_at),
            subject=subject(meter),
            title=title(session, change),
            due_at=change.due_at,
            cite=notice(meter, change.kind).cite,
        )


def call_off_deadline(session: Session, change: MeterChangeRow, now: datetime) -> None:
    """Call the deadline off before any meter is locked, as whoever fires it does."""
    if change.due_at is not None:
        deadlines.call_off(session, deadline_key(change, change.due_at), now=now)


def held_change(session: Session, change_id: int) -> tuple[MeterChangeRow, MeterRow]:
    """A change with its meters locked, both as they are now."""
    change = session.get_one(MeterChangeRow, change_id, populate_existing=True)
    ids = {change.meter_id, change.to_meter_id or change.meter_id}
    if change.kind is ChangeKind.OPTION:
        ids |= {meter.pk for meter in with_options(session)}
    meters = hold(session, ids)
    session.refresh(change)
    return change, meters[change.meter_id]
