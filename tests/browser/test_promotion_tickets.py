"""Tickets in a real browser: rehearsed, looked at row by row, at a kiosk, by a key."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from house.demo.staff import DEMO_PASSWORD
from house.people.roles import Role
from tests.browser.walking import ROLES, sign_in

PHONE = {"width": 390, "height": 844}
DESK = "/desk/promotions/weekend-vouchers"
CARD = "SB100068"
HOUR_AGO = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="seconds")


def sheet(*rows, amount):
    """A list as a play system writes it."""
    lines = [f"reference,card,at,{amount}", *(",".join(row) for row in rows)]
    return {"name": "floor.csv", "mimeType": "text/csv", "buffer": _bytes(lines)}


def _bytes(lines):
    return "\n".join(lines).encode()


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_marketing_rehearses_what_last_nights_play_would_earn(enter, accessible):
    page = enter("jonah")
    page.goto(f"{DESK}/rehearsal")
    page.get_by_text("Nothing was counted yet.").wait_for()
    played = sheet(
        ("r1", CARD, HOUR_AGO, "12500"), ("r2", CARD, "?", "1"), amount="play"
    )
    page.get_by_label("List of play").set_input_files(played)
    page.get_by_role("button", name="Rehearse with the list").click()
    heading = page.get_by_role("heading", level=1)
    page.get_by_text("Line 3:").wait_for()
    assert heading.inner_text() == "1 patron would have 12 tickets."
    accessible(page, in_both_themes=True)
    page.get_by_role("button", name="With the last seven days").click()
    page.get_by_text("There is no play to rehearse with.").first.wait_for()


@pytest.mark.rule("HOUSE-PROMOTION-65", "HOUSE-PROMOTION-68")
def test_a_list_is_looked_at_and_its_tickets_are_seen_at_a_kiosk(enter, accessible):
    page = enter("jonah")
    page.goto(f"{DESK}/tickets")
    page.get_by_role("img", name="Tickets a day since").wait_for()
    accessible(page, in_both_themes=True)
    page.get_by_role("link", name="Send a list").click()
    rows = (("seen-1", CARD, HOUR_AGO, "7"), ("seen-2", "SBNOBODY", HOUR_AGO, "1"))
    page.get_by_label("CSV in UTF-8").set_input_files(sheet(*rows, amount="tickets"))
    accessible(page)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_text("1 of the next 2 rows would give 7 tickets.").wait_for()
    accessible(page, in_both_themes=True)
    page.get_by_role("button", name="Take what counts").click()
    page.get_by_text("1 of 2 rows gave 7 tickets.").wait_for()
    accessible(page)

    page.goto(f"{DESK}/kiosks")
    page.get_by_label("Where it stands").fill("Main entrance")
    page.get_by_role("button", name="Make its address").click()
    address = page.locator("section a[href*='/kiosk/']").last.get_attribute("href")
    accessible(page, in_both_themes=True)
    kiosk = enter(viewport=PHONE)
    kiosk.goto(re.sub(r"^https?://[^/]+", "", address))
    accessible(kiosk, in_both_themes=True)
    kiosk.keyboard.type("SBNOBODY")  # a swipe is typed: the field has the focus
    kiosk.keyboard.press("Enter")
    kiosk.locator("[role=alert]").wait_for()
    kiosk.keyboard.type(CARD)
    kiosk.keyboard.press("Enter")
    kiosk.get_by_text("7 tickets", exact=True).wait_for()
    assert re.match(r"[A-Z]\. [A-Z]\., you have", kiosk.locator("h1").inner_text())
    accessible(kiosk, in_both_themes=True)
    assert kiosk.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    kiosk.get_by_role("link", name="Done").click()
    kiosk.get_by_text("Show my tickets").wait_for()


@pytest.mark.rule("HOUSE-PROMOTION-64")
def test_a_play_system_sends_by_a_key_until_it_is_ended(enter, accessible):
    page = enter()
    sign_in(page, ROLES[Role.ADMIN])
    page.goto("/desk/promotions/callers")
    page.get_by_label("Name").fill("Gaming system")
    page.get_by_role("button", name="Make a key").click()
    page.get_by_label("Your password").fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Confirm and go on").click()
    key = page.locator("section.sheet .hash").inner_text()
    accessible(page, in_both_themes=True)
    rows = [{"reference": "by-key-1", "card": CARD, "at": HOUR_AGO, "tickets": 2}]
    asked = {"headers": {"Authorization": f"Bearer {key}"}, "data": {"rows": rows}}
    call = "/api/promotions/weekend-vouchers/tickets"
    assert page.request.post(call, **asked).ok
    page.goto("/desk/promotions/callers")
    assert key not in page.content()  # shown once
    page.get_by_role("button", name="End the key of Gaming system").click()
    page.get_by_text("ended").first.wait_for()
    assert page.request.post(call, **asked).status == 401
