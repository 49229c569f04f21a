"""The sign at a table as a whole: it comes down and goes up again in one piece.

What it says of a prize meter are rows of that meter, and come and go with the sheet.
"""

from sqlmodel import Session

from house.floor.acts import Act, record
from house.floor.clock import wall_clock
from house.floor.limits import changes as limits_changes
from house.floor.meters import signs as meter_signs
from house.floor.models import TableRow, TableStatus
from house.floor.signs import services as signs
from house.floor.signs.models import SignKind
from house.floor.tables import closing
from house.floor.tables.documents import limit_rules
from house.floor.tables.standing import Standing
from house.venue import Venue
from rulebook import HOUSE, Refusal, Refused

STEP = HOUSE.at("STEP-1")
RESTARTS = HOUSE.at("SIGNS-2")


def take_down(
    session: Session, table: TableRow, why: str, act: Act, venue: Venue
) -> Standing | Refused:
    """Say that the sign is down: every clock that it started stops."""
    stands = closing.catch_up(session, table, act.now)
    mine = stands.signs
    found = [Refusal(STEP, f"No sign is up at table {table.number}.")] * (not mine)
    if back := wall_clock.moved_back(session, table, act.now, venue):
        found.append(back)
    if found:
        return _refused(session, table, "take down sign", found, act)
    signs.take_down(session, mine, why or "It came down", act)
    if stands.change is not None:
        limits_changes.interrupt(session, stands.change, act)
    if stands.closing is not None:
        closing.interrupt(session, stands.closing, act)
    for change_id in meter_signs.up_at(session, table):
        meter_signs.take_down(session, change_id, table, act)
    before = {"signs": [f"{table.number}-{sign.serial}" for sign in mine]}
    record(
        session,
        act,
        "take down sign",
        table,
        rules=(RESTARTS, limit_rules(table).displayed),
        before=before,
        after={"why": why},
    )
    return closing.catch_up(session, table, act.now)


def put_up(
    session: Session, table: TableRow, act: Act, venue: Venue
) -> Standing | Refused:
    """Say that the sign is up again: every wait starts anew from now."""
    stands = closing.catch_up(session, table, act.now)
    found = [*_missing(stands)]
    if back := wall_clock.moved_back(session, table, act.now, venue):
        found.append(back)
    if found:
        return _refused(session, table, "put up sign", found, act)
    if stands.sign(SignKind.LIMITS) is None:
        limits_changes.show_limits(session, table, act)
    if stands.change is not None and stands.change.sign_id is None:
        limits_changes.show_again(session, table, stands.change, act)
    if stands.closing is not None and stands.closing.sign_id is None:
        closing.show_again(session, table, stands.closing, act)
    for change_id in meter_signs.fallen_at(session, table):
        meter_signs.put_up(session, change_id, table, act)
    after = closing.catch_up(session, table, act.now)
    record(
        session,
        act,
        "put up sign",
        table,
        rules=(limit_rules(table).displayed, RESTARTS),
        after={"signs": [f"{table.number}-{sign.serial}" for sign in after.signs]},
    )
    return after


def _missing(stands: Standing) -> list[Refusal]:
    table = stands.table
    if table.status is not TableStatus.OPEN:
        wrong = f"Table {table.number} is closed."
        return [Refusal(STEP, wrong, "Its sign goes up when it opens.")]
    waits = [row for row in (stands.change, stands.closing) if row and not row.sign_id]
    if stands.sign(SignKind.LIMITS) is not None and not waits:
        return [Refusal(STEP, f"The sign of table {table.number} is up already.")]
    return []


def _refused(
    session: Session, table: TableRow, name: str, found: list[Refusal], act: Act
) -> Refused:
    refused = Refused(tuple(found))
    record(session, act, name, table, refused)
    return refused
