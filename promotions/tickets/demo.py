"""Tickets of the demo house: a list each night since the vouchers began to be won."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from sqlmodel import col, select

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import JONAH
from house.floor.acts import Act
from house.people.patrons.models import PlayerCardRow
from promotions.models import PromotionRow
from promotions.tickets import importing, sorting
from promotions.tickets.lists import Block, Given
from promotions.tickets.models import Came

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
A_NIGHT = 70  # cards
TIERS = ("Bronze", "Bronze", "Silver", "Bronze", "Gold")
STRIDES = (7, 11, 13)  # by which cards and tickets go round


def bring(demo: DemoHouse, row: PromotionRow, end: datetime | None = None) -> None:
    """What was played each day, as the gaming system sends it after midnight."""
    ends = end or demo.now
    assert row.starts_at is not None
    cards = demo.session.exec(
        select(PlayerCardRow.number)
        .where(col(PlayerCardRow.cancelled_at).is_(None))
        .order_by(col(PlayerCardRow.id))
    ).all()
    day, number = row.starts_at, 1
    while day < ends and cards:
        until = min(day + DAY, ends)
        _take(demo, row, number, [*_night(cards, number, day, until)], until)
        day, number = day + DAY, number + 1


def _night(
    cards: Sequence[str], number: int, day: datetime, until: datetime
) -> Iterator[Given]:
    """Some seventy patrons a day, more in the evening than before it."""
    first, second, third = STRIDES
    for at in range(A_NIGHT):
        card = cards[(at * first + number * second) % len(cards)]
        played = day + (60 + (at * at * third) % 1_200) * MINUTE
        if played < until:
            name = f"night-{number}-{at}"
            tickets = 1 + (at * number) % third
            tier = TIERS[cards.index(card) % len(TIERS)]
            yield Given(at + 2, name, card, played, Came.LIST, tickets, tier)


def _take(
    demo: DemoHouse,
    row: PromotionRow,
    number: int,
    rows: list[Given],
    when: datetime,
) -> None:
    act, name = Act(JONAH.actor, when), f"tickets-{number:02}.csv"
    digest = sha256(name.encode()).hexdigest()
    taking = done(importing.begin(demo.session, row, name, digest, act))
    found = sorting.sort(demo.session, taking, Block(rows, []), act.now)
    importing.keep(demo.session, taking, found, len(rows), act)
