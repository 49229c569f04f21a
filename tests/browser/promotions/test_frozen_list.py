"""A frozen list on a phone: a receipt is checked there, and a forged one fails."""

import json

import pytest
import time_machine
from sqlmodel import select

from house.people.models import StaffSessionRow
from house.people.roles import Role
from promotions import queries
from promotions.path import scrutineers
from tests.browser.serving import serving
from tests.promotions.frozen_cast import CLOSES, NOON, give, ref, run_due, running
from tests.promotions.promo_cast import HOUR, act, done, reach

PHONE = {"width": 390, "height": 844}
NAMES = ("ada", "ben", "cleo")
PHRASE = "four green herons cross at dawn"


@pytest.fixture
def served(app, db, tmp_path):
    """A car draw whose list is frozen, and nobody has promised it yet."""
    with time_machine.travel(CLOSES + HOUR, tick=False):
        with db.writing() as session:
            reach(session)
            row, people = running(session, *NAMES)
        give(db, row, tmp_path, at=NOON, ada=3, ben=1, cleo=9)
        run_due(app, db, CLOSES)
        with serving(app) as address:
            yield address, row, people


@pytest.mark.rule("HOUSE-PROMOTION-51", "HOUSE-PROMOTION-58")
def test_a_scrutineer_promises_and_a_patron_checks_on_a_phone(
    served,
    db,
    browser,
    sign_in,
    accessible,
):
    at, row, people = served
    token = sign_in(Role.SCRUTINEER, username="edith", now=CLOSES + HOUR)
    with db.writing() as session:
        for one in session.exec(select(StaffSessionRow)):
            one.stepped_up_at = CLOSES + HOUR
        mine = queries.get(session, row.slug, lock=True)
        done(scrutineers.nominate(session, mine, "edith", act(at=CLOSES + HOUR)))
    desk = browser.new_context(base_url=at, reduced_motion="reduce")
    value = token.get_cookie("session").value
    desk.add_cookies([{"name": "session", "value": value, "url": at}])
    page = desk.new_page()
    page.goto(f"/desk/promotions/{row.slug}/promise")
    page.get_by_label("Phrase", exact=True).fill(PHRASE)
    page.get_by_label("Phrase, again").fill(PHRASE)
    accessible(page)
    page.get_by_role("button", name="Promise it").click()
    page.get_by_text("published", exact=True).wait_for()
    accessible(page)
    desk.close()

    phone = browser.new_context(base_url=at, viewport=PHONE, reduced_motion="reduce")
    page = phone.new_page()
    page.goto(f"/p/{row.slug}")
    page.get_by_role("link", name="Check your tickets").click()
    page.get_by_label("Reference code").fill(ref(people["cleo"]))
    page.get_by_role("button", name="Show my receipt").click()
    page.get_by_text("You are in the list of draw 1 with 9 tickets.").wait_for()
    accessible(page)
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("Your 9 tickets are in the frozen list. Checked in").wait_for()
    receipt = json.loads(page.get_by_label("Receipt").input_value())
    page.get_by_label("Receipt").fill(json.dumps({**receipt, "count": 10}))
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("does not lead to the published fingerprint").wait_for()
    page.get_by_label("Receipt").fill("{")
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("This is no receipt.").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    phone.close()
