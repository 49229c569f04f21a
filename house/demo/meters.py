"""The demo house's prize meters: one of Crown with sixty days behind it, one of NSW."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from game.hands import Category
from house.audit import Actor
from house.demo.patrons import done
from house.demo.staff import AMARA, OSCAR, RUTH, TOM
from house.floor.acts import Act
from house.floor.meters import claims, feeding, linking, services
from house.floor.meters.claims import Claim
from house.floor.meters.feeding import Batch
from house.floor.meters.ledger import hold
from house.floor.meters.linking import TableChecked
from house.floor.meters.models import MeterRow
from house.floor.meters.terms import Terms
from house.floor.meters.valuing import Box
from house.floor.models import TableRow
from house.floor.tables.services import get

DAYS = 60
CROWN = Terms(
    "CROWN3",
    price_cents=2_00,
    reseed_cents=20_000_00,
    rate_millionths=340_600,
    option="option-1",
    pay_table="Table 4",
)
NSW = Terms(
    "NSW3",
    price_cents=5_00,
    reseed_cents=50_000_00,
    rate_millionths=200_000,
    pay_table="table sign",
    approval="JMS/2025/114",
    sign_cents={
        "royal_flush": 50_000_00,
        "straight_flush": 5_000_00,
        "four_of_a_kind": 500_00,
        "full_house": 150_00,
        "flush": 100_00,
    },
    bonus_cents={"royal_flush": 1_000_00, "straight_flush": 100_00},
)
# Each meter, its name, its tables, how many wagers a table sees in a day.
METERS: tuple[tuple[Terms, str, tuple[int, ...], range], ...] = (
    (CROWN, "Melbourne Grand", (4, 5, 6, 7), range(110, 280)),
    (NSW, "Harbour Progressive", (9,), range(60, 150)),
)
# On which day which table of the Crown meter had a winner, and with what.
WINNERS = {
    19: (5, Category.STRAIGHT_FLUSH),
    34: (7, Category.ROYAL_FLUSH),
    51: (4, Category.STRAIGHT_FLUSH),
}


def run_meters(session: Session, now: datetime) -> int:
    """Open the meters sixty days ago and let every day since feed and win from them."""
    chance = random.Random("prize meters")  # noqa: S311 (the same house every time)
    begun = now - timedelta(days=DAYS) + timedelta(hours=2)
    for terms, name, numbers, wagers in METERS:
        meter = _opened(session, terms, name, numbers, begun)
        tables = [table for n in numbers if (table := get(session, n)) is not None]
        for day in range(DAYS):
            at = begun + timedelta(days=day, hours=1)
            # Of several tables every other one hands its two days in.
            due = tables[day % 2 :: 2] or tables
            _day(session, meter, due, at, [chance.choice(wagers) for _ in due])
            if terms is CROWN and day in WINNERS:
                _won(session, meter, WINNERS[day], at + timedelta(hours=1))
    return len(METERS)


def _opened(
    session: Session, terms: Terms, name: str, numbers: Sequence[int], at: datetime
) -> MeterRow:
    director = Act(RUTH.actor, at)
    meter = done(services.set_up(session, name, terms, director))
    for number in numbers:
        table = get(session, number)
        assert table is not None
        done(linking.link_draft(session, meter, table, director))
        seen = TableChecked(terms.reseed_cents, has_spots=True)
        done(linking.look(session, meter, table, seen, director))
    return done(services.open_meter(session, meter, director))


def _day(
    session: Session,
    meter: MeterRow,
    tables: Sequence[TableRow],
    at: datetime,
    wagers: Sequence[int],
) -> None:
    """One batch a table, as the shift's supervisor enters them."""
    for place, (table, count) in enumerate(zip(tables, wagers, strict=True)):
        key = f"demo-{meter.pk}-{table.number}-{at:%Y%m%d}"
        batch = Batch(table, count, key, f"{at:%d%m}-{table.number}")
        moment = Act(OSCAR.actor, at + timedelta(minutes=place))
        done(feeding.contribute(session, meter, batch, moment))


def _won(
    session: Session, meter: MeterRow, won: tuple[int, Category], at: datetime
) -> None:
    """A dealer enters the round, the director confirms it minutes later."""
    number, hand = won
    table = get(session, number)
    assert table is not None
    dealer: Actor = (AMARA if number < 6 else TOM).actor
    boxes = (Box(2, None), Box(4, hand), Box(5, Category.PAIR))
    key = f"demo-claim-{number}-{at:%Y%m%d}"
    entered = Claim(table, boxes, at, key, f"{at:%d%m}-{number}-41")
    claim = done(claims.enter(session, meter, entered, Act(dealer, at)))
    held = hold(session, [meter.pk])[meter.pk]
    confirmed = Act(RUTH.actor, at + timedelta(minutes=6))
    done(claims.confirm(session, held, claim, confirmed))
