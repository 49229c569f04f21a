"""Prize meters in a real browser: a change with its countdown, a claim, the screen."""

import re

import pytest
from playwright.sync_api import expect

from house.demo.staff import DEMO_PASSWORD


def meter(page, name="Melbourne Grand"):
    page.goto("/desk/meters/")
    page.click(f"a:has-text('{name}')")
    page.wait_for_url(re.compile(r"/desk/meters/\d+$"))
    return page.url


def prove(page):
    """Show who it is when a grave act asks."""
    if page.locator("input[name=_proof]").count():
        page.fill("input[name=_proof]", DEMO_PASSWORD)
        page.click("main button[type=submit]")


@pytest.mark.tour
def test_every_page_of_a_meter_is_accessible_on_every_screen(enter, accessible):
    page = enter("ruth", viewport={"width": 390, "height": 800})
    there = meter(page)
    for path in ("", "/care", "/changes/new", "/claims/new", "/claims/1"):
        page.goto(there + path)
        accessible(page, in_both_themes=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    for path in ("/desk/meters/", "/desk/meters/new?under=STAR4", there):
        page.goto(path)
        accessible(page, in_both_themes=True)


def test_a_change_is_announced_signed_and_counts_down(enter, accessible):
    director = enter("ruth")
    there = meter(director)
    director.click("text=Announce a change")
    director.select_option("select[name=kind]", "leave")
    director.select_option("select[name=table]", "6")
    director.click("text=Announce it")
    director.wait_for_url(there)
    assert director.locator("#pending").inner_text().count("Table 6 leaves") == 1
    supervisor = enter("oscar")
    supervisor.goto(there)
    supervisor.click("button:has-text('Sign at table 6 is up')")
    left = supervisor.locator("#pending .left")
    expect(left).to_have_text(re.compile(r"^(20:00|1\d:\d\d)"))
    accessible(supervisor)
    supervisor.click("button:has-text('Sign at table 6 came down')")
    expect(left).to_contain_text("signs missing")
    director.goto(there)
    director.click("button:has-text('Call it off')")
    expect(director.locator("#pending")).to_contain_text("Nothing is announced.")


def test_a_claim_is_entered_confirmed_and_leaves_the_meter(enter, accessible):
    dealer = enter("amara")
    there = meter(dealer)
    dealer.click("text=Enter a claim")
    dealer.check("input[name=wager_3]")
    dealer.select_option("select[name=hand_3]", "straight_flush")
    dealer.click("button:has-text('Enter the claim')")
    expect(dealer.locator("h1")).to_contain_text("waits")
    assert dealer.locator("button:has-text('Confirm')").get_attribute("aria-disabled")
    director = enter("ruth")
    director.goto(dealer.url)
    director.click("button:has-text('Confirm')")
    prove(director)
    expect(director.locator("h1")).to_contain_text("is paid")
    accessible(director)
    director.goto(there)
    assert "Prize, table" in director.locator("table").last.inner_text()


def test_a_screen_that_loses_the_house_looks_dead(enter, accessible):
    page = enter("ruth", viewport={"width": 1280, "height": 720})
    meter(page)
    page.clock.install()
    page.goto(page.get_attribute("a:has-text('beside the others')", "href"))
    assert page.locator(".prize").inner_text().startswith("$")
    assert page.locator("nav").count() == 0
    accessible(page)
    assert page.locator(".dead").is_hidden()
    page.route("**/value", lambda route: route.abort())
    page.clock.run_for(30_000)
    page.wait_for_selector(".dead:visible")
    assert "No connection" in page.locator(".dead").inner_text()
    accessible(page)
