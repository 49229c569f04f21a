"""Promotions with tickets, on the way to a frozen list."""

from datetime import date
from hashlib import sha256

import time_machine
from sqlmodel import select

from house.notices import deadlines
from house.notices.ticking import Ticker
from house.people.patrons.models import PatronRow, PlayerCardRow
from promotions import queries
from promotions.freezing.models import FreezeRow, FrozenPartRow, ScreenedRow
from promotions.path import starting
from promotions.rules.formats import BEFORE_THE_DRAW
from promotions.tickets import importing
from promotions.tickets.holders import reference
from tests.promotions.promo_cast import (
    DRAWN,
    HOUR,
    OPENS,
    act,
    approve,
    begin,
    change,
    done,
    lodge,
)

NOON = OPENS + 3 * HOUR
CLOSES = DRAWN - BEFORE_THE_DRAW


def patron(session, name, born=date(1980, 1, 1), **over):
    """A patron with a card that bears their name."""
    row = PatronRow(
        given_name=name,
        family_name="Lee",
        search_name=f"{name.lower()} lee",
        born_on=born,
        created_at=OPENS,
        **over,
    )
    session.add(row)
    session.flush()
    number = f"SB{name.upper()}"
    session.add(PlayerCardRow(number=number, patron_id=row.pk, issued_at=OPENS))
    session.flush()
    return row


def running(session, *people, changes=(), **over):
    """A promotion that runs, and patrons with cards."""
    row = begin(session, **over)
    for path, values in changes:
        done(change(session, row, path, **values))
    done(approve(session, row))
    lodge(session, row)
    done(starting.start(session, row, act(at=OPENS)))
    return row, {name: patron(session, name) for name in people}


def give(db, row, tmp_path, at=NOON, tiers=None, **tickets):
    """A list of tickets, each card by the name of its patron."""
    said, when = tiers or {}, at.isoformat()
    lines = [
        f"{when}-{name},SB{name.upper()},{when},{count},{said.get(name, '')}\n"
        for name, count in tickets.items()
    ]
    file = tmp_path / f"{sha256(repr((at, tickets, said)).encode()).hexdigest()}.csv"
    file.write_text("reference,card,at,tickets,tier\n" + "".join(lines))
    return done(importing.take(db, row.slug, file, lambda: act(at=at)))


def tick(app, at):
    """One look at the clock."""
    with time_machine.travel(at, tick=False):
        assert Ticker(app).tick()


def run_due(app, db, at):
    """What is due by then, without the rest of a tick."""
    with app.app_context():
        return deadlines.run_due(db, at)


def ref(patron):
    return reference(patron.pk, patron.salt)


def frozen(session, draw=1):
    return session.exec(select(FreezeRow).where(FreezeRow.draw == draw)).one()


def listed(session, draw=1):
    """Who is in a frozen list with how many tickets."""
    every = select(FrozenPartRow).where(FrozenPartRow.draw == draw)
    found = {}
    for part in session.exec(every.order_by(FrozenPartRow.number)):
        size = len(part.bounds) // 8
        bounds = [int.from_bytes(part.bounds[n * 8 : n * 8 + 8]) for n in range(size)]
        for at, name in enumerate(part.refs.decode().split("\n")):
            found[name] = bounds[at + 1] - bounds[at]
    return found


def left_out(session):
    """Who was left out, on which ground, by which rule."""
    rows = session.exec(select(ScreenedRow).order_by(ScreenedRow.id))
    return {row.holder: (row.ground.value, row.rule, row.tickets) for row in rows}


def status(db, row):
    with db.reading() as session:
        return queries.get(session, row.slug).status
