"""When a jackpot hand was keyed: what equipment recorded, or Surveillance fixed."""

from datetime import timedelta

import pytest
from sqlmodel import select

from house.floor.meters import times
from house.floor.meters.models import ClaimState, MeterClaimRow, MeterTableRow
from house.floor.meters.taking_effect import hold_as_of
from house.floor.meters.times import TimeFixed
from rulebook import Refused
from tests.house import meters
from tests.house.test_topics_jackpots import (
    DEALER,
    STRAIGHT_FLUSHES,
    antes,
    caribbean,
    floor,
)

__all__ = ["floor"]
rule = pytest.mark.rule
FIXED = "VIC99-N25-12.4"
TICK = timedelta(microseconds=1)
NOW = 5  # minutes: when somebody looks at the claims


def cited(refused):
    """The rules that something was refused under."""
    assert isinstance(refused, Refused), refused
    return [refusal.cite.id for refusal in refused.refusals]


def won_while_nothing_records(floor):
    """A Caribbean Stud table whose recorder fails before two hands are keyed."""
    table = floor.table("VIC99", jackpot=meters.VIC)
    antes(table, (1, 3))
    table.deal_out(DEALER[0])
    with table.db.writing() as session:
        session.exec(select(MeterTableRow)).one().recorder_works = False
    for seat in table.seats:
        table.must("bet", seat=seat, amount=20_00)
    table.must("reveal", cards=DEALER[1:])
    table.finish(STRAIGHT_FLUSHES)
    return table


def waiting(session, claim_id=None):
    """A claim: the newest, as a hand keyed later takes the earlier one's claim over."""
    if claim_id is not None:
        return session.get_one(MeterClaimRow, claim_id)
    newest = select(MeterClaimRow).order_by(MeterClaimRow.id.desc())
    return session.exec(newest).first()


def fix(db, at, by=meters.RUTH, officer="V. Roy", claim_id=None):
    """Write down the time of a claim's hand."""
    moment = meters.act(by, NOW)
    with db.writing() as session:
        claim = waiting(session, claim_id)
        meter = hold_as_of(session, claim.meter_id, moment.now)
        return times.fix(session, meter, claim, TimeFixed(at, officer), moment)


def confirm(db):
    """Confirm the claim that waits."""
    with db.writing() as session:
        return meters.confirm(session, waiting(session), minutes=NOW)


@rule(FIXED)
def test_when_the_equipment_failed_surveillance_says_when_a_hand_was_keyed(floor):
    db, shown_at = won_while_nothing_records(floor).db, meters.act(minutes=-5).now
    floor.holds(cited(confirm(db)) == [FIXED], FIXED)
    assert cited(fix(db, shown_at, by=meters.TOM)) == [FIXED]
    assert cited(fix(db, shown_at, officer=" ")) == [FIXED]
    assert cited(confirm(db)) == [FIXED]
    assert fix(db, shown_at).fixed_at == shown_at
    assert confirm(db).state is ClaimState.PAID
    assert cited(fix(db, shown_at)) == [FIXED]  # paid: it is too late for that


@rule(FIXED)
@pytest.mark.parametrize(
    ("later", "taken"), [(-TICK, True), (timedelta(0), True), (TICK, False)]
)
def test_a_time_that_has_not_come_is_no_time(floor, later, taken):
    db = won_while_nothing_records(floor).db
    verdict = fix(db, meters.act(minutes=NOW).now + later)
    floor.holds(isinstance(verdict, MeterClaimRow) is taken, FIXED)
    assert taken or cited(verdict) == [FIXED]


@rule(FIXED)
@pytest.mark.parametrize(
    ("later", "taken"), [(-TICK, True), (timedelta(0), True), (TICK, False)]
)
def test_claims_stand_in_the_order_of_their_times(floor, later, taken):
    with floor.db.writing() as session:
        meter = meters.opened(session, meters.VIC, (7, 8))
        for link in session.exec(select(MeterTableRow)):
            link.recorder_works = False
        meters.claim(session, meter, (3, meters.FLUSH), number=7)
        meters.claim(session, meter, (3, meters.FLUSH), number=8, minutes=1)
    behind = meters.act(minutes=2).now
    assert fix(floor.db, behind, claim_id=2).fixed_at == behind
    verdict = fix(floor.db, behind + later, claim_id=1)
    floor.holds(isinstance(verdict, MeterClaimRow) is taken, FIXED)
    assert taken or cited(verdict) == [FIXED]


@rule(FIXED)
def test_the_time_that_working_equipment_recorded_stands(floor):
    table = floor.table("VIC99", jackpot=meters.VIC)
    caribbean(table, STRAIGHT_FLUSHES, also=(1,))
    verdict = fix(table.db, meters.act(minutes=-5).now)
    floor.holds(cited(verdict) == [FIXED], FIXED)
