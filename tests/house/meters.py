"""A floor with meters to test: tables, terms, batches, claims."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

from sqlmodel import select

from game.hands import Category
from house.audit import Actor
from house.floor.acts import Act
from house.floor.meters import changes, claims, feeding, linking, services, signs
from house.floor.meters.changes import Announcement
from house.floor.meters.feeding import Batch
from house.floor.meters.models import (
    ChangeKind,
    MeterChangeRow,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
)
from house.floor.meters.taking_effect import hold_as_of
from house.floor.meters.terms import Terms
from house.floor.meters.valuing import Box
from house.floor.models import Device, Game, TableRow
from rulebook import Refused
from tests.house.conftest import NOON

RUTH = Actor("ruth", "Ruth", "director")
PRIYA = Actor("priya", "Priya", "supervisor")
TOM = Actor("tom", "Tom", "dealer")
ROYAL, FLUSH = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH
_keys = count(1)
SIGN = {
    "royal_flush": 50_000_00,
    "straight_flush": 5_000_00,
    "four_of_a_kind": 500_00,
    "full_house": 150_00,
    "flush": 100_00,
}
BONUS = {"royal_flush": 1_000_00, "straight_flush": 100_00}
CROWN = Terms(
    "CROWN3",
    price_cents=1_00,
    reseed_cents=10_000_00,
    rate_millionths=340_600,
    option="option-1",
    pay_table="Table 4",
)
CROWN_2 = replace(CROWN, price_cents=2_00, reseed_cents=20_000_00)
NSW = Terms(
    "NSW3",
    price_cents=5_00,
    reseed_cents=50_000_00,
    rate_millionths=200_000,
    approval="LIQ-1",
    pay_table="table sign",
    sign_cents=SIGN,
    bonus_cents=BONUS,
)
STAR = replace(
    NSW, rulebook="STAR4", pay_table="Rule 15.2.9", sign_cents={}, says_folded=True
)
MASS = Terms(
    "MASS",
    price_cents=1_00,
    reseed_cents=10_000_00,
    rate_millionths=250_000,
    pay_table="MS Stud-01",
)
VIC = Terms(
    "VIC99",
    price_cents=1_00,
    reseed_cents=75_000_00,
    rate_millionths=0,
    approval="VCGA-25",
    pay_table="Rule 12.1",
)


def act(by=RUTH, minutes=0, seconds=0):
    return Act(by, NOON + timedelta(minutes=minutes, seconds=seconds))


def key():
    return f"key-{next(_keys)}"


def reasons(verdict):
    assert isinstance(verdict, Refused), verdict
    return [cite.id for cite in verdict.cites]


def table(session, number, rulebook="CROWN3", game=Game.MISSISSIPPI_STUD, seats=7):
    row = TableRow(
        number=number,
        game=Game.CARIBBEAN_STUD if rulebook == "VIC99" else game,
        rulebook=rulebook,
        seats=seats,
        device=Device.SHUFFLER,
        minimum_cents=15_00,
        maximum_cents=500_00,
        unit_cents=5_00,
    )
    session.add(row)
    session.flush()
    return row


def drafted(session, terms=CROWN, numbers=(7,), name="Grand"):
    meter = services.set_up(session, name, terms, act())
    assert isinstance(meter, MeterRow), meter
    for number in numbers:
        row = find(session, number) or table(session, number, terms.rulebook)
        verdict = linking.link_draft(session, meter, row, act())
        assert isinstance(verdict, MeterRow), verdict
        look(session, meter, row)
    return meter


def look(session, meter, row, has_spots=True, **seen):
    """Somebody looks at a table: the display shows the seed, wagers have places."""
    shown = seen.get("shown_cents", meter.reseed_cents)
    looked = linking.TableChecked(shown, has_spots)
    verdict = linking.look(session, meter, row, looked, act())
    assert isinstance(verdict, MeterRow), verdict


def opened(session, terms=CROWN, numbers=(7,), name="Grand", at=None):
    meter = drafted(session, terms, numbers, name)
    verdict = services.open_meter(session, meter, at or act())
    assert isinstance(verdict, MeterRow), verdict
    return meter


def find(session, number):
    return session.exec(select(TableRow).where(TableRow.number == number)).first()


def feed(session, meter, wagers, number=7, minutes=0, **given):
    moment = act(PRIYA, minutes)
    held = hold_as_of(session, meter.pk, moment.now)
    batch = Batch(find(session, number), wagers, **({"key": key()} | given))
    return feeding.contribute(session, held, batch, moment)


def announce(session, meter, kind, number=None, to=None, minutes=0, **details):
    moment = act(RUTH, minutes)
    held = hold_as_of(session, meter.pk, moment.now)
    where = find(session, number) if number else None
    what = Announcement(kind, where, to, details)
    return changes.announce(session, held, what, moment)


def sign_up(session, change, number, minutes=0, seconds=0):
    assert isinstance(change, MeterChangeRow), change
    moment = act(PRIYA, minutes, seconds)
    verdict = signs.put_up(session, change.pk, find(session, number), moment)
    assert isinstance(verdict, MeterChangeRow), verdict
    return verdict


def claim(session, meter, *boxes, number=7, minutes=0, by=TOM):
    moment = act(by, minutes)
    held = hold_as_of(session, meter.pk, moment.now)
    said = tuple(Box(seat, hand) for seat, hand in boxes)
    entered = claims.Claim(find(session, number), said, moment.now, key())
    return claims.enter(session, held, entered, moment)


def confirm(session, claimed, by=RUTH, minutes=0):
    assert isinstance(claimed, MeterClaimRow), claimed
    moment = act(by, minutes)
    held = hold_as_of(session, claimed.meter_id, moment.now)
    return claims.confirm(session, held, claimed, moment)


def entries(session, meter):
    query = select(MeterEntryRow).where(MeterEntryRow.meter_id == meter.pk)
    return session.exec(query.order_by(MeterEntryRow.number)).all()


CLOSE, JOIN, LEAVE = ChangeKind.CLOSE, ChangeKind.JOIN, ChangeKind.LEAVE
TRANSFER, OPTION = ChangeKind.TRANSFER, ChangeKind.OPTION
