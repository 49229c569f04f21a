"""At a kiosk a patron sees their own tickets and swipes in."""

import re

import pytest
import time_machine

from house.people.roles import Role
from promotions import queries
from promotions.kiosks import devices, serving
from promotions.rules.terms import Terms
from promotions.tickets.holders import Holder
from rulebook import Refused
from rulebook.terms.terms import from_data
from tests.promotions.frozen_cast import (
    CLOSES,
    NOON,
    give,
    left_out,
    listed,
    ref,
    run_due,
    running,
)
from tests.promotions.promo_cast import MINUTE, TICK, act, done, reach, reasons
from tests.promotions.test_terms_items import cites, made, with_

SWIPED, KIOSK = "HOUSE-PROMOTION-67", "HOUSE-PROMOTION-68"
HOUR_BEFORE = ("entry.activation", {"needed": True, "before_minutes": 60})


@pytest.fixture
def opened(app, db, tmp_path):
    with db.writing() as session:
        reach(session)
        row, people = running(session, "ada", "ben", "cleo", changes=(HOUR_BEFORE,))
        kiosk = devices.give(session, row, "Main entrance", act(at=NOON))
    give(db, row, tmp_path, ada=3, ben=4)
    return row, people, kiosk


@pytest.mark.rule("HOUSE-PROMOTION-67")
def test_terms_without_swiping_in_are_as_before_and_with_it_say_from_when():
    terms = made("STAR4")
    data = terms.to_data()
    old = {**data, "schema": "promotion-terms/2", "entry": {**data["entry"]}}
    del old["entry"]["activation"]
    assert from_data(Terms, old).terms == terms
    assert terms.entry.activation.text(terms) == ""
    asked = with_(terms, "entry.activation", needed=True)
    assert SWIPED in cites(asked)
    said = with_(asked, "entry.activation", before_minutes=60)
    assert SWIPED not in cites(said)
    assert "from one hour before its entries close" in said.entry.activation.text(said)


def swipe(db, opened, name, at):
    row, people, kiosk = opened
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        holder = Holder(people[name].pk, ref(people[name]))
        return serving.swipe_in(session, mine, kiosk, holder, at)


@pytest.mark.rule("HOUSE-PROMOTION-67")
def test_only_who_swiped_in_within_the_hour_is_in_the_list(app, db, opened):
    opens = CLOSES - 60 * MINUTE
    assert reasons(swipe(db, opened, "ada", opens - TICK)) == [SWIPED]
    first = done(swipe(db, opened, "ada", opens))
    assert done(swipe(db, opened, "ada", opens + MINUTE)).pk == first.pk
    assert reasons(swipe(db, opened, "cleo", opens)) == [SWIPED]  # has no ticket
    assert reasons(swipe(db, opened, "ben", CLOSES)) == [SWIPED]
    run_due(app, db, CLOSES)
    _, people, _ = opened
    with db.reading() as session:
        assert listed(session) == {ref(people["ada"]): 3}
        gone = {ref(people["ben"]): ("not swiped in", SWIPED, 4)}
        assert left_out(session) == gone


@pytest.mark.rule("HOUSE-PROMOTION-67")
def test_whoever_swiped_in_with_a_merged_card_is_in(app, db, opened):
    _, people, _ = opened
    done(swipe(db, opened, "ada", CLOSES - MINUTE))
    with db.writing() as session:
        ada = session.merge(people["ada"])
        ada.merged_into_id, ada.merged_at = people["cleo"].pk, CLOSES - TICK
    run_due(app, db, CLOSES)
    with db.reading() as session:
        assert listed(session) == {ref(people["cleo"]): 3}


def at_kiosk(app, path, **data):
    client = app.test_client()
    page = client.get(path).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    return client.post(path, data={"csrf_token": token, **data})


@pytest.mark.rule("HOUSE-PROMOTION-68")
def test_a_kiosk_shows_initials_tickets_and_why_and_lets_swipe_in(app, db, opened):
    row, people, kiosk = opened
    path = f"/p/{row.slug}/kiosk/{kiosk.token}"
    with time_machine.travel(NOON, tick=False):
        page = at_kiosk(app, path, card="sb ada").text
        assert "a. L., you have 3 tickets for draw" in page
        assert "Counted by the system that sent it" in page
        assert ref(people["ada"]) in page
        assert "Lee" not in page
        assert ref(people["ben"]) not in page
        assert "or your tickets do not count" in page
        early = at_kiosk(app, path, card="SBADA", **{"in": "1"})
        assert early.status_code == 409
    with time_machine.travel(CLOSES - MINUTE, tick=False):
        assert "You swiped in" in at_kiosk(app, path, card="SBADA", **{"in": "1"}).text


@pytest.mark.rule("HOUSE-PROMOTION-68")
def test_after_five_wrong_numbers_a_kiosk_waits(app, db, opened):
    _, _, kiosk = opened
    with db.writing() as session:
        for at in range(5):
            when = NOON + at * MINUTE
            verdict = serving.card_of(session, kiosk, f"SB{at}", when)
            assert "Nobody has" in verdict.refusals[0].wrong
        still = serving.card_of(session, kiosk, "SBADA", NOON + 5 * MINUTE - TICK)
        assert isinstance(still, Refused)
        assert "Too many" in still.refusals[0].wrong
        found = serving.card_of(session, kiosk, "SBADA", NOON + 5 * MINUTE)
        assert isinstance(found, Holder)


@pytest.mark.rule("HOUSE-PROMOTION-68")
def test_marketing_gives_and_withdraws_addresses_and_nobody_guesses_them(
    app, db, opened, sign_in
):
    row, _, kiosk = opened
    path, desk = f"/p/{row.slug}/kiosk/", f"/desk/promotions/{row.slug}/kiosks"
    with time_machine.travel(NOON, tick=False):
        client = sign_in(Role.MARKETING, now=NOON)
        assert kiosk.token in client.get(desk).text
        assert sign_in(Role.APPROVER, now=NOON).get(desk).text.count(kiosk.token) == 0
        assert app.test_client().get(path + "guess").status_code == 404
        assert app.test_client().get(path + kiosk.token).status_code == 200
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        done(devices.of(mine).withdraw(session, kiosk.pk, act(at=NOON)))
        assert reasons(devices.of(mine).withdraw(session, kiosk.pk, act(at=NOON))) == [
            KIOSK
        ]
    assert app.test_client().get(path + kiosk.token).status_code == 404
