"""The clock of the house: what it stops once it was moved back; setting it right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import ClockRow, SignRemovalRow, SignRow
from house.venue import Venue
from rulebook import HOUSE, Cited, Refusal, Refused

CLOCK = HOUSE.at("SIGNS-4")
RIGHT = HOUSE.at("SIGNS-16")
# A time service keeps a clock right in small steps, which stop nothing.
STEP_BACK = Cited(timedelta(seconds=5), CLOCK)
HOUSE_CLOCK = Subject("clock", "house", "The clock of the house")


@dataclass(frozen=True, slots=True)
class Stopped:
    """A table at which nothing can be announced, and the time of its last sign."""

    table: TableRow
    last: datetime


def last_moments(session: Session, table_ids: Iterable[int]) -> Mapping[int, datetime]:
    """When a sign last went up or came down at each of these tables.

    What a wrong clock dated ahead counts no more once the clock was set right.
    """
    ids, right = list(table_ids), newest(session)
    up = select(SignRow.table_id, func.max(SignRow.displayed_at))
    down = select(SignRow.table_id, func.max(SignRemovalRow.taken_down_at)).join(
        SignRemovalRow, col(SignRemovalRow.sign_id) == SignRow.id
    )
    if right is not None:
        ahead = col(SignRow.displayed_at) > right.at
        up = up.where(~((col(SignRow.id) <= right.last_sign_id) & ahead))
        ahead = col(SignRemovalRow.taken_down_at) > right.at
        known = col(SignRemovalRow.id) <= right.last_removal_id
        down = down.where(~(known & ahead))
    found: dict[int, datetime] = {}
    for query in (up, down):
        mine = query.where(col(SignRow.table_id).in_(ids))
        for table_id, moment in session.exec(mine.group_by(col(SignRow.table_id))):
            found[table_id] = max(moment, found.get(table_id, moment))
    return found


def newest(session: Session) -> ClockRow | None:
    """When the clock was last set right."""
    return session.exec(select(ClockRow).order_by(col(ClockRow.id).desc())).first()


def moved_back(
    session: Session, table: TableRow, now: datetime, venue: Venue
) -> Refusal | None:
    """Why nothing can be announced: the clock shows less than it did before."""
    last = last_moments(session, [table.pk]).get(table.pk)
    if last is None or now + STEP_BACK.value >= last:
        return None
    wrong = (
        f"The clock of the house shows {venue.exact(now)}, but the last sign at "
        f"table {table.number} is of {venue.exact(last)}: it was moved back."
    )
    right = (
        "Set the clock right. If it is right now, an administrator says so on the "
        "page of the clock."
    )
    return Refusal(CLOCK, wrong, right)


def stopped(session: Session, now: datetime) -> Sequence[Stopped]:
    """The tables whose last sign lies ahead of the clock."""
    tables = session.exec(select(TableRow).order_by(col(TableRow.number))).all()
    last = last_moments(session, [table.pk for table in tables])
    return [
        Stopped(table, last[table.pk])
        for table in tables
        if table.pk in last and now + STEP_BACK.value < last[table.pk]
    ]


def set_right(session: Session, why: str, act: Act) -> ClockRow | Refused:
    """Say that the clock is right now: signs dated ahead of it stop nothing more."""
    found = stopped(session, act.now)
    refusals = []
    if not found:
        refusals.append(Refusal(RIGHT, "No table is stopped by the clock."))
    if not why:
        wrong = "It is not said what happened to the clock."
        refusals.append(Refusal(RIGHT, wrong, "Give the reason.", "why"))
    refused = Refused(tuple(refusals)) if refusals else None
    row = ClockRow(
        at=act.now,
        last_sign_id=session.exec(select(func.max(SignRow.id))).one() or 0,
        last_removal_id=session.exec(select(func.max(SignRemovalRow.id))).one() or 0,
        why=why,
        entered_by=act.by.name,
    )
    if refused is None:
        session.add(row)
        session.flush()
    ahead = {str(one.table.number): one.last.isoformat() for one in found}
    record(
        session,
        act,
        "set clock right",
        HOUSE_CLOCK,
        refused,
        rules=(CLOCK, RIGHT),
        before={"last signs": ahead},
        after={"why": why},
    )
    return refused or row
