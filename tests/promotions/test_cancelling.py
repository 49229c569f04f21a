"""A cancelled promotion tells the regulator, and everybody with a ticket, once each."""

import re

import pytest
import time_machine
from sqlmodel import select

from house.notices.models import Channel, NoticeRow, OutboxRow
from house.notices.notice_rules import State, state
from promotions import queries
from promotions.path import ending, letters
from tests.promotions.frozen_cast import NOON, give, run_due, running
from tests.promotions.promo_cast import (
    HOUR,
    JONAH,
    MIRIAM,
    act,
    add_staff,
    done,
    reach,
    reasons,
)
from tests.promotions.test_draw_pages import post, signed


@pytest.mark.rule("HOUSE-PROMOTION-21")
def test_everybody_with_a_ticket_is_written_to_by_the_ticking_process(
    app, db, tmp_path
):
    with db.writing() as session:
        reach(session)
        row, people = running(session, "ada", "ben", "cleo", "dee")
        for name in ("ada", "cleo"):
            people[name].email = f"{name}@example.com"
        people["dee"].merged_into_id, people["dee"].merged_at = people["ada"].pk, NOON
    give(db, row, tmp_path, ada=3, ben=4, dee=1)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        later = act(at=NOON + HOUR)
        done(ending.cancel(session, mine, "The car is not built", later))
        kinds = {notice.kind for notice in session.exec(select(NoticeRow))}
        assert {"promotion.cancelled", "promotion.entrants"} <= kinds
        assert session.exec(select(OutboxRow)).all() == []
    for at in (HOUR, 2 * HOUR):
        run_due(app, db, NOON + at)
    with db.reading() as session:
        (letter,) = session.exec(select(OutboxRow)).all()
        (paper,) = letters.every(session, mine)
    assert letter.recipient == "ada@example.com"  # ben has none, cleo no ticket
    assert "The reason: The car is not built." in letter.body
    assert "The reason: The car is not built." in paper.body
    assert (paper.recipient, paper.posted_at) == ("ben Lee", None)


def cancelled(app, db, tmp_path):
    """A promotion is cancelled whose three holders have no e-mail address."""
    with db.writing() as session:
        reach(session)
        add_staff(session, JONAH, MIRIAM)
        row, people = running(session, "ada", "ben", "cleo")
        for name in ("ada", "ben"):
            people[name].street = f"{len(name)} <Quay> Street"
            people[name].suburb, people[name].postcode = "Sydney", "2000"
        people["cleo"].phone = "+61400000001"
    give(db, row, tmp_path, ada=3, ben=4, cleo=1)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        done(ending.cancel(session, mine, "The car is not built", act(at=NOON)))
    run_due(app, db, NOON + HOUR)
    return row


@pytest.mark.rule("HOUSE-PROMOTION-21")
def test_whom_no_e_mail_reaches_gets_a_letter_that_is_posted_once(app, db, tmp_path):
    row, later = cancelled(app, db, tmp_path), act(at=NOON + 2 * HOUR)
    with db.writing() as session:
        ways = {one.recipient: one.channel for one in letters.every(session, row)}
        assert ways == {
            "ada Lee": Channel.MAIL,
            "ben Lee": Channel.MAIL,
            "cleo Lee": Channel.PHONE,  # no address: told by telephone
        }
        assert letters.waiting(session, row) == 3
        first, second = letters.to_post(session, row)
        assert done(letters.post(session, row, first.pk, "Lot 7", later)) == 1
        twice = letters.post(session, row, first.pk, "Lot 7", later)
        assert reasons(twice) == ["HOUSE-PROMOTION-21"]
        assert done(letters.post(session, row, second.pk, "Lot 8", later)) == 1
        kept = letters.every(session, row)
        assert [one.reference for one in kept] == ["Lot 7", "Lot 8", ""]
        assert [state(one) for one in kept] == [State.SENT, State.SENT, State.DRAFT]
        assert kept[0].sent_at == later.now
        assert letters.waiting(session, row) == 1


def test_the_page_prints_the_letters_and_takes_them_to_the_post(app, db, tmp_path):
    row, at = cancelled(app, db, tmp_path), NOON + 2 * HOUR
    desk = f"/desk/promotions/{row.slug}"
    with time_machine.travel(at, tick=False):
        jonah, miriam = signed(app, db, JONAH, at), signed(app, db, MIRIAM, at)
        assert "3 to be written to on paper" in jonah.get(desk).text
        assert "letters wait for the post" in jonah.get("/desk/").text
        page = jonah.get(f"{desk}/letters").text
        assert "Three letters wait for the post." in page
        assert "&lt;Quay&gt;" in page
        paper = jonah.get(f"{desk}/letters.pdf")
        assert (paper.status_code, paper.data[:4]) == (200, b"%PDF")
        upto = re.search(r'name="upto" value="(\d+)"', page)[1]
        fields = {"upto": upto, "reference": "Lot 7"}
        assert post(miriam, f"{desk}/letters", **fields).status_code == 403
        assert post(jonah, f"{desk}/letters", **fields).status_code == 303
        assert "One letter waits for the post." in jonah.get(f"{desk}/letters").text
        assert post(jonah, f"{desk}/letters", **fields).status_code == 409
        assert jonah.get(f"{desk}/letters.pdf").status_code == 404
