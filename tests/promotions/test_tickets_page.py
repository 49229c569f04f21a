"""Marketing watches tickets come in, and gives or takes some back with a reason."""

import re
from uuid import uuid4

import pytest
import time_machine

from house.people.roles import Role
from promotions import queries
from promotions.tickets import granting
from promotions.tickets.granting import ByHand
from tests.promotions.frozen_cast import CLOSES, NOON, give, ref, running
from tests.promotions.promo_cast import TICK, act, done, reach, reasons


@pytest.fixture
def opened(app, db, tmp_path):
    with db.writing() as session:
        reach(session)
        row, people = running(session, "ada", "ben")
    give(db, row, tmp_path, ada=3, ben=9, nobody=1)
    return row, people


def by_hand(db, row, card="SBADA", tickets=2, reason="A broken kiosk.", **over):
    at, key = over.get("at", NOON), over.get("key", uuid4().hex)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        wish = ByHand(card, tickets, reason, key)
        return granting.change(session, mine, wish, act(at=at))


@pytest.mark.rule("HOUSE-PROMOTION-60")
def test_tickets_by_hand_have_a_reason_and_count_once(db, opened):
    row, people = opened
    first = done(by_hand(db, row, key="k"))
    assert done(by_hand(db, row, key="k")).pk == first.pk
    done(by_hand(db, row, tickets=-5))
    with db.reading() as session:
        assert granting.held(session, row, 1, ref(people["ada"])) == 0
    for bad in (
        {"tickets": -1},  # nothing is left
        {"tickets": 0},
        {"tickets": 10_001},
        {"reason": " "},
        {"card": "SBNOBODY"},
        {"at": CLOSES},
    ):
        assert reasons(by_hand(db, row, **bad)) == ["HOUSE-PROMOTION-60"]
    done(by_hand(db, row, at=CLOSES - TICK))


@pytest.mark.rule("HOUSE-PROMOTION-60")
def test_marketing_sees_how_it_fills_and_acts_on_the_page(db, opened, sign_in):
    row, _ = opened
    path = f"/desk/promotions/{row.slug}/tickets"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        page = client.get(path).text
        assert "A. L." not in page  # names are initials as they are written
        assert "b. L." in page
        assert "Nobody has this card." in page
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
        form = {"csrf_token": token, "_key": uuid4().hex, "card": "SBBEN"}
        more = {"tickets": "4", "reason": "Counted twice.", "back": "1"}
        assert client.post(path, data={**form, **more}).status_code == 303
        assert "Counted twice." in client.get(path).text
        form["_key"] = uuid4().hex
        late = client.post(path, data={**form, **more, "tickets": "400"})
        assert (late.status_code, "The card has 5 tickets" in late.text) == (409, True)
        other = sign_in(Role.SCRUTINEER, username="edith", now=NOON)
        assert 'name="reason"' not in other.get(path).text
