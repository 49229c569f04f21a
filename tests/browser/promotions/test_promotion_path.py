"""A car draw in real browsers: two people lead it from a template until it runs."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from house.people.roles import Role
from tests.browser.serving import browsers, serving
from tests.promotions.promo_cast import reach

NOW = datetime(2026, 11, 2, 0, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SLUG = "/desk/promotions/harbour-car-draw"


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as travelling:
        yield travelling


@pytest.fixture
def served(app, db, clock):
    """The house at an address, at an hour of the test's choosing."""
    with app.app_context(), db.writing() as session:
        reach(session)
    with serving(app) as address:
        yield address


@pytest.fixture
def at_desk(served, browser, fresh_token):
    """A browser of somebody signed in, who has only just shown that it is them."""
    with browsers(browser, served) as page_of:

        def as_(username, *roles, now=NOW):
            return page_of(fresh_token(*roles, username=username, now=now))

        yield as_


@pytest.mark.rule("HOUSE-PROMOTION-13")
@pytest.mark.rule("STAR4-14.13")
def test_two_people_lead_a_car_draw_from_its_template_until_it_runs(
    at_desk, clock, accessible
):
    jonah = at_desk("jonah", Role.MARKETING)
    jonah.goto("/desk/promotions/new")
    accessible(jonah)
    jonah.get_by_label("Name of the promotion").fill("Harbour Car Draw")
    jonah.get_by_label("Entries open").fill("2026-11-04T10:00")
    jonah.get_by_label("Drawn").fill("2026-11-27T20:30")
    jonah.get_by_role("button", name="Write the terms").click()
    jonah.wait_for_selector("h1:has-text('The terms are complete.')")
    accessible(jonah)
    # Alone marketing gets no further: the page has no such button, the server no ear.
    assert not jonah.get_by_role("button", name="Approve the terms").count()
    alone = jonah.evaluate(
        "([to, csrf]) => fetch(to, {method: 'POST', body: new URLSearchParams({"
        "csrf_token: csrf, _key: 'k'.repeat(32), version: '1'})}).then(r => r.status)",
        [f"{SLUG}/approve", jonah.locator("[name=csrf_token]").first.input_value()],
    )
    assert alone == 403
    # A prize gets its extra details by its kind.
    jonah.goto(f"{SLUG}/terms")
    jonah.locator("button[value='open:prizes.prizes']").click()
    place = "prizes.prizes.prizes.0"
    jonah.locator(f"[id='{place}.vehicle']").wait_for()
    assert jonah.locator(f"[id='{place}.vehicle']").is_visible()
    assert not jonah.locator(f"[id='{place}.travel']").is_visible()
    jonah.locator(f"[name='{place}.vehicle.make']").fill("")
    jonah.wait_for_selector("h1:has-text('One item is not complete.')")
    jonah.locator(f"[name='{place}.vehicle.make']").fill("Tasman")
    jonah.wait_for_selector("h1:has-text('The terms are complete.')")

    miriam = at_desk("miriam", Role.APPROVER)
    miriam.goto(f"{SLUG}/approve")
    accessible(miriam)
    miriam.get_by_role("button", name="Approve version 1").click()
    miriam.wait_for_selector("text=The terms of Harbour Car Draw are approved.")
    accessible(miriam)

    jonah.goto(SLUG)
    jonah.get_by_role("button", name="Lodge the terms").first.click()
    jonah.get_by_label("Kind").or_(jonah.locator("[name=channel]")).first.select_option(
        "telephone"
    )
    jonah.locator("[name=reference]").fill("call 7")
    jonah.get_by_role("button", name="Send the notice").click()
    jonah.wait_for_selector("text=The notice is sent.")
    jonah.goto(SLUG)
    assert "It starts by itself" in jonah.locator("h1").inner_text()
    start = jonah.get_by_role("button", name="Start the promotion")
    assert start.get_attribute("aria-disabled") == "true"

    later = NOW + 3 * DAY
    clock.move_to(later)
    ana = at_desk("ana", Role.MARKETING, now=later)
    ana.goto(SLUG)
    ana.get_by_role("button", name="Start the promotion").click()
    ana.wait_for_selector("h1:has-text('Patrons take part until')")
    accessible(ana)
    ana.get_by_role("link", name="Nominate a scrutineer").first.click()
    assert "The draw needs a scrutineer." in ana.locator("h1").inner_text()
    for room in ("/material", "/files", "/cancel", "/changes", "/made/poster"):
        ana.goto(SLUG + room)
        accessible(ana)
    for page in ("/desk/promotions/", "/desk/calendar/", "/p/harbour-car-draw"):
        ana.goto(page)
        accessible(ana)
