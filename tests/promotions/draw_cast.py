"""A draw room: Ana draws, Edith watches, and a car is won."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlmodel import select

from promotions import queries
from promotions.drawing import holding, presence, setting_up, vacancies, winners
from promotions.drawing.holding import Hands
from promotions.drawing.models import Ground, SelectionRow
from promotions.drawing.presence import Consent
from promotions.drawing.setting_up import People
from promotions.freezing import promises
from promotions.freezing.promises import Promise
from promotions.path import scrutineers
from tests.promotions.frozen_cast import CLOSES, give, run_due, running
from tests.promotions.promo_cast import (
    ANA,
    DRAWN,
    EDITH,
    HOUR,
    JONAH,
    MINUTE,
    MIRIAM,
    act,
    add_staff,
    done,
    reach,
)

PHRASE = "four green herons cross at dawn"
KEY = Ed25519PrivateKey.from_private_bytes(b"certificates of the tests, k.1!!")
TICKETS = {"Una": 5, "Ben": 1, "Cal": 30, "Dee": 2, "Eli": 9}
TICKETS |= {f"P{letter}": 1 for letter in "abcdefghijkl"}
SHOW = DRAWN + MINUTE


def hands(app):
    return Hands(app.extensions["seal"], KEY)


def frozen_house(
    app, db, tmp_path, *, watched=True, tickets=TICKETS, tiers=None, **over
):
    """A promotion whose list is frozen and whose header is published."""
    with db.writing() as session:
        reach(session)
        add_staff(session, JONAH, ANA, MIRIAM, EDITH)
        row, people = running(session, *tickets, **over)
        if watched:
            done(scrutineers.nominate(session, row, "edith", act(MIRIAM)))
            done(promises.give(session, row, promise(), act(EDITH, CLOSES - HOUR)))
    if tickets:
        give(db, row, tmp_path, tiers=tiers, **tickets)
    run_due(app, db, CLOSES)
    return row, people


def promise(draw=1, phrase=PHRASE):
    return Promise(draw, phrase, phrase)


def mine(session, row):
    return queries.get(session, row.slug)


def set_up(session, row, draw=1, drawer="ana", by=JONAH, at=SHOW):
    return setting_up.set_up(
        session, mine(session, row), draw, People(drawer), act(by, at)
    )


def come(app, session, row, at=SHOW, *, by=EDITH, phrase=PHRASE, **over):
    consent = Consent(**{"draw": 1, "phrase": phrase} | over)
    seal = app.extensions["seal"]
    return presence.come(session, mine(session, row), consent, seal, act(by, at))


def hold(app, session, row, draw=1, by=ANA, at=SHOW):
    return holding.hold(session, mine(session, row), draw, hands(app), act(by, at))


def drawn(app, db, row):
    """Everything in the room, and the draw held."""
    with db.writing() as session:
        done(set_up(session, row))
        done(come(app, session, row))
    with db.writing() as session:
        return done(hold(app, session, row)).pk


def selection(session, at=0, draw=1):
    every = select(SelectionRow).order_by(SelectionRow.id)
    return [one for one in session.exec(every) if one.position == at][draw - 1]


def vacate(session, row, at=0, by=(JONAH, MIRIAM), when=SHOW):
    """Two people sign that nobody came for the prize drawn at a position."""
    for who in by:
        said = "Called three times; nobody came."
        ground, signed = Ground.LAPSED, act(who, when)
        one = selection(session, at)
        done(vacancies.sign(session, row, one, ground, said, signed))


def reserve(app, session, row, at=0, by=ANA, when=SHOW):
    opened = selection(session, at)
    return holding.open_reserve(session, row, opened, hands(app), act(by, when))


def won(db, row, draw=1):
    """Which tickets stand for which prizes."""
    with db.reading() as session:
        held = winners.held(session, row, draw)
        return [
            (one.selection.prize, one.selection.ticket, one.selection.patron_id)
            for one in winners.of_draw(session, row, held)
        ]
