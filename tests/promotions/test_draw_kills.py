"""A draw that is killed wherever it stands leaves nothing, and then the same result."""

import os
import random
import signal
from contextlib import suppress

import pytest
from sqlalchemy import Engine, event
from sqlmodel import select

from house.db import Database
from promotions.drawing.models import CertificateRow, DrawRow, SelectionRow
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import come, hold, set_up
from tests.promotions.promo_cast import done

TABLES = (DrawRow, SelectionRow, CertificateRow)


@pytest.fixture
def ready(app, db, tmp_path):
    """Everything in the room: only the button is left."""
    row, _ = cast.frozen_house(app, db, tmp_path)
    with db.writing() as session:
        done(set_up(session, row))
        done(come(app, session, row))
    return row


class Undone(Exception):
    """The transaction is taken back."""


def tried(app, db, row):
    """The winners a draw would have, and how many statements it takes."""
    statements = []

    def count(*_):
        statements.append(1)

    event.listen(Engine, "before_cursor_execute", count)
    found = []
    with suppress(Undone), db.writing() as session:
        done(hold(app, session, row))
        event.remove(Engine, "before_cursor_execute", count)
        found = tickets(session)
        raise Undone
    return found, len(statements)


def tickets(session):
    every = session.exec(select(SelectionRow).order_by(SelectionRow.position))
    return [(one.prize, one.ticket, one.patron_id) for one in every]


def killed(app, url, row, at):
    """Another process draws, and is killed before a statement of it."""
    pid = os.fork()
    if pid:
        _, ended = os.waitpid(pid, 0)
        return os.WTERMSIG(ended)
    left = [at]

    def power_cut(*_):
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", power_cut)
    with Database(url).writing() as session:
        hold(app, session, row)
    os._exit(0)


def survived(app, db, url, row, cuts):
    wanted, statements = tried(app, db, row)
    dice = random.Random(18)
    db.engine.dispose()
    for at in [
        *{0, statements - 1},
        *(dice.randrange(statements) for _ in range(cuts)),
    ]:
        assert killed(app, url, row, at) == signal.SIGKILL
        with db.reading() as session:
            assert not [table for table in TABLES if session.exec(select(table)).all()]
        db.engine.dispose()
    with db.writing() as session:
        done(hold(app, session, row))
    with db.reading() as session:
        assert tickets(session) == wanted
        assert len(session.exec(select(DrawRow)).all()) == 1


@pytest.mark.rule("HOUSE-PROMOTION-101")
def test_a_killed_draw_leaves_nothing_and_comes_out_the_same(
    app, db, ready, database_url
):
    survived(app, db, database_url, ready, 4)


@pytest.mark.soak
def test_two_hundred_kills_leave_one_result(app, db, ready, database_url):
    survived(app, db, database_url, ready, 200)
