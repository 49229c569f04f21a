"""What goes wrong in a draw room: two tabs, a scrutineer who leaves, a foreign salt."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import time_machine
from sqlmodel import select

from promotions import queries
from promotions.drawing import holding, setting_up, winners
from promotions.drawing.models import CertificateRow, DrawRow
from promotions.drawing.setting_up import People
from promotions.freezing import closing, promises, reading
from promotions.path import scrutineers
from promotions.rules import receipts
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import SHOW, come, hold, mine, set_up
from tests.promotions.promo_cast import (
    ANA,
    EDITH,
    JONAH,
    MIRIAM,
    act,
    done,
    reasons,
)
from tests.promotions.test_draw_pages import post, signed
from tests.promotions.test_set_aside import aside, doubted, drawn_again, held  # noqa: F401


@pytest.fixture
def house(app, db, tmp_path):
    """A car to be drawn before Edith, everything frozen and promised."""
    return cast.frozen_house(app, db, tmp_path)[0]


@pytest.mark.rule("HOUSE-PROMOTION-101")
@pytest.mark.parametrize("locked", [True, False], ids=["pages", "constraint"])
def test_two_tabs_that_press_at_once_hold_one_draw(app, db, house, locked):
    with db.writing() as session:
        done(set_up(session, house))
        done(come(app, session, house))
    together = Barrier(2)

    def presses(_tab):
        together.wait()
        with db.writing() as session:
            row = queries.get(session, house.slug, lock=locked)
            hands = cast.hands(app)
            return done(holding.hold(session, row, 1, hands, act(ANA, SHOW))).pk

    with ThreadPoolExecutor(2) as tabs:
        first, second = tabs.map(presses, range(2))
    with db.reading() as session:
        assert [first, second] == [session.exec(select(DrawRow)).one().pk] * 2
        assert len(session.exec(select(CertificateRow)).all()) == 1
        drawn = winners.selections(session, session.get_one(DrawRow, first))
        assert [one.position for one in drawn] == [*range(11)]


@pytest.mark.rule("STAR4-14.2", "HOUSE-PROMOTION-100", "HOUSE-PROMOTION-102")
def test_a_scrutineer_who_was_withdrawn_watches_over_nothing(app, db, house):
    with db.writing() as session:
        done(set_up(session, house))
        done(come(app, session, house))
        gone = (session, mine(session, house), "Taken ill.", act(MIRIAM, SHOW))
        done(scrutineers.withdraw(*gone))
        assert "STAR4-14.2" in reasons(hold(app, session, house))
        assert "HOUSE-PROMOTION-102" in reasons(come(app, session, house))
        as_drawer = People("edith")
        asked = (session, mine(session, house), 1, as_drawer, act(JONAH, SHOW))
        assert reasons(setting_up.set_up(*asked)) == ["HOUSE-PROMOTION-100"]
        assert not session.exec(select(DrawRow)).all()


@pytest.mark.rule("HOUSE-PROMOTION-58")
def test_a_receipt_with_the_salt_of_another_draw_proves_nothing(app, db, held):  # noqa: F811
    row, _ = held
    with db.writing() as session:
        done(aside(session, row, doubted(session, row)))
    drawn_again(app, db, row)
    with db.reading() as session:
        first, second = (closing.of(session, row, n) for n in (1, 2))
        ref = winners.selections(session, winners.held(session, row, 1))[0].ref
        mine_, other = (reading.receipt(session, one, ref) for one in (first, second))
    known = {"ref": ref, "first": mine_.first, "count": mine_.count}
    assert known == {"ref": ref, "first": other.first, "count": other.count}
    said = {**known, "index": mine_.index, "path": mine_.path, "holders": 17}

    def holds(salt):
        read = receipts.read(json.dumps({**said, "salt": salt}))
        return receipts.check(done(read), first.entry_root, first.holders)

    assert holds(mine_.salt)
    assert mine_.salt != other.salt
    assert not holds(other.salt)


@pytest.mark.rule("HOUSE-PROMOTION-102")
def test_a_promise_for_another_draw_opens_nothing(app, db, house):
    with db.writing() as session:
        done(set_up(session, house))
        other = "nine blue kettles sing at noon"
        again = (session, mine(session, house), cast.promise(1, other))
        assert reasons(promises.give(*again, act(EDITH, SHOW)))  # one promise a draw
        assert reasons(come(app, session, house, phrase=other)) == [
            "HOUSE-PROMOTION-102"
        ]


@pytest.mark.rule("HOUSE-PROMOTION-104", "HOUSE-PROMOTION-76")
def test_hand_made_requests_of_one_person_end_where_a_second_is_needed(
    app, db, tmp_path
):
    row, _ = cast.frozen_house(app, db, tmp_path)
    cast.drawn(app, db, row)
    with db.reading() as session:
        number = cast.selection(session).pk
    desk = f"/desk/promotions/{row.slug}"
    with time_machine.travel(SHOW, tick=False):
        ana, edith = signed(app, db, ANA, SHOW), signed(app, db, EDITH, SHOW)
        there = f"{desk}/winners/{number}"
        said = {"ground": "withdrawn", "reason": "She gave it up."}
        assert post(ana, f"{there}/vacant", **said).status_code == 303
        assert post(ana, f"{there}/vacant", **said).status_code == 409
        assert post(ana, f"{there}/reserve").status_code == 409
        assert post(edith, f"{there}/reserve").status_code == 403
        assert post(ana, f"{desk}/prizes/{number}/handed", seen="1").status_code == 409
        assert post(ana, f"{desk}/draws/1/waive", reason="x").status_code == 403
        assert post(ana, f"{desk}/incidents/1/set-aside").status_code == 403
