"""Paper tickets drawn by hand are written down under the gates of every draw."""

import json

import pytest
from sqlmodel import select

from promotions import verify
from promotions.drawing import barrel, certificates, winners
from promotions.drawing.barrel import Paper
from promotions.drawing.models import DrawRow
from promotions.rules.clauses.award import Manner
from promotions.rules.lifecycle import Status
from promotions.telling import winners as telling
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import SHOW, come, hands, hold, mine, set_up
from tests.promotions.frozen_cast import status
from tests.promotions.promo_cast import ANA, act, done, reasons

PHOTO = ("tickets.png", b"\x89PNG\r\n\x1a\n and the tickets")
PAPERS = (Paper("0417", "0417", "SBUNA"), Paper("0009", "0009", "SBBEN"))


@pytest.fixture
def room(app, db, tmp_path):
    paper = [("award.manner", {"also": {"by": Manner.BARREL}})]
    row, people = cast.frozen_house(app, db, tmp_path, changes=paper)
    with db.writing() as session:
        done(set_up(session, row))
    return row, people


def record(app, session, row, papers=PAPERS, photo=PHOTO):
    by = act(ANA, SHOW)
    return barrel.record(session, mine(session, row), 1, papers, photo, hands(app), by)


@pytest.mark.rule("HOUSE-PROMOTION-110", "STAR4-14.2", "STAR4-14.9")
def test_a_barrel_has_the_gates_of_every_draw(app, db, room):
    row, people = room
    with db.writing() as session:
        assert reasons(record(app, session, row)) == ["STAR4-14.2"]
        done(come(app, session, row))
        assert reasons(hold(app, session, row)) == ["HOUSE-PROMOTION-110"]
        for bad in (
            (Paper("0417", "0471", "SBUNA"),),
            (Paper("0417", "0417", "SBNOBODY"),),
            (PAPERS[0], PAPERS[0]),
            (),
        ):
            assert set(reasons(record(app, session, row, bad))) == {
                "HOUSE-PROMOTION-110"
            }
        assert reasons(record(app, session, row, photo=("", b"")))
        assert not session.exec(select(DrawRow)).all()
        done(record(app, session, row))
        done(record(app, session, row))
    assert status(db, row) is Status.DRAWN
    with db.reading() as session:
        draw = session.exec(select(DrawRow)).one()
        said = json.loads(winners.certificate(session, draw).content)
        assert certificates.is_sound(session, draw)
        won = [one.selection.patron_id for one in winners.of_draw(session, row, draw)]
        told = [telling.told(session, one) for one in winners.selections(session, draw)]
    assert won == [people["Una"].pk, people["Ben"].pk]
    assert [one.notice.recipient for one in told] == ["Una Lee", "Ben Lee"]
    assert said["photograph"] == draw.evidence
    assert [*verify.faults(said, ())] == [
        "it was drawn by hand from paper tickets, which nobody can repeat"
    ]


@pytest.mark.rule("HOUSE-PROMOTION-110", "HOUSE-PROMOTION-104")
def test_a_vacated_prize_of_a_barrel_is_drawn_by_hand_too(app, db, room):
    row, people = room
    with db.writing() as session:
        done(come(app, session, row))
        done(record(app, session, row))
        one, by = cast.selection(session), act(ANA, SHOW)
        again = (Paper("0300", "0300", "SBCAL"),)
        ask = (session, mine(session, row), one)
        assert "HOUSE-PROMOTION-104" in reasons(
            barrel.replace(*ask, again, hands(app), by)
        )
        cast.vacate(session, row)
        done(come(app, session, row, selection=one))
        assert reasons(barrel.replace(*ask, PAPERS[:1], hands(app), by))
        made = done(barrel.replace(*ask, again, hands(app), by))
        assert (made.round, made.replaces, made.paper) == (1, 0, "0300")
        assert made.patron_id == people["Cal"].pk
        assert telling.told(session, made).notice.recipient == "Cal Lee"


def test_lines_that_are_no_tickets_are_said(app):
    assert reasons(barrel.read("0417, 0417")) == ["HOUSE-PROMOTION-110"]
    assert barrel.read("0417, 0417, SBUNA\n") == PAPERS[:1]
