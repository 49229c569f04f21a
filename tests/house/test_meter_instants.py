"""Twenty minutes of a meter's signs to the instant, by the real ticker."""

from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select

from house.audit.models import AuditRow
from house.floor.meters.linking import tables_on
from house.floor.meters.models import MeterRow, MeterStatus
from house.notices.models import DeadlineRow
from house.notices.ticking import Ticker
from tests.house.conftest import NOON
from tests.house.meters import (
    CLOSE,
    CROWN,
    CROWN_2,
    JOIN,
    LEAVE,
    TRANSFER,
    announce,
    opened,
    sign_up,
    table,
)

TWENTY, TICK = timedelta(minutes=20), timedelta(microseconds=1)
INSTANTS = [(-TICK, False), (timedelta(0), True), (TICK, True)]


def tick(app, now):
    """One look at the clock, by the process that the house runs."""
    with time_machine.travel(now, tick=False):
        assert Ticker(app).tick()


def numbers(db, meter):
    with db.reading() as session:
        rows = tables_on(session, session.get_one(MeterRow, meter.pk))
    return [row.number for row, _ in rows]


def done_at(db):
    """When the record says that announced changes took effect."""
    with db.reading() as session:
        done = select(AuditRow).where(AuditRow.act == "change meter as announced")
        return [row.at for row in session.exec(done)]


@pytest.mark.rule("CROWN3-9.1.1(h)")
@pytest.mark.parametrize(
    ("kind", "number", "after"),
    [(JOIN, 9, [7, 8, 9]), (LEAVE, 8, [7]), (TRANSFER, 8, [7])],
)
@pytest.mark.parametrize(("late", "moves"), INSTANTS)
def test_a_table_moves_twenty_minutes_after_its_sign(
    app, db, kind, number, after, late, moves
):
    with db.writing() as session:
        one = opened(session, CROWN, (7, 8), "One")
        two = opened(session, CROWN_2, (10,), "Two")
        table(session, 9)
        to = {"to": two} if kind is TRANSFER else {}
        change = announce(session, one, kind, number, **to)
        sign_up(session, change, number)
    tick(app, NOON + TWENTY + late)
    assert numbers(db, one) == (after if moves else [7, 8])
    assert done_at(db) == ([NOON + TWENTY] if moves else [])
    tick(app, NOON + TWENTY + late)
    assert done_at(db) == ([NOON + TWENTY] if moves else [])


@pytest.mark.rule("CROWN3-9.1.1(i)")
@pytest.mark.parametrize(("late", "closes"), INSTANTS)
def test_a_meter_closes_twenty_minutes_after_the_last_of_its_signs(
    app, db, late, closes
):
    with db.writing() as session:
        one = opened(session, CROWN, (7, 8), "One")
        two = opened(session, CROWN_2, (9,), "Two")
        change = announce(session, one, CLOSE, to=two)
        sign_up(session, change, 7)
        sign_up(session, change, 8, minutes=5)
    due = NOON + timedelta(minutes=25)
    tick(app, due + late)
    with db.reading() as session:
        kept = session.get_one(MeterRow, one.pk)
        planned = select(DeadlineRow).where(DeadlineRow.kind == "meter change")
        row = session.exec(planned).one()
    assert (kept.status is MeterStatus.CLOSED) is closes
    assert kept.closed_at == (due if closes else None)
    assert (row.rule_id, row.due_at) == ("CROWN3-9.1.1(i)", due)
