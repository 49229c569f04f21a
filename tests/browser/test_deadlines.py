"""A compliance officer's day in a real browser: enter, try, tell, send, see it met."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.shots import shot

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def enter_one(page, paid="2,600", due="100"):
    page.goto("/desk/payments/new")
    page.fill("#paid", paid)
    page.fill("#due", due)
    page.fill("#table", "4")
    page.fill("#note", "Paid at twenty-five to one instead of one to one.")
    page.get_by_role("button", name="Enter it").click()
    page.wait_for_url(re.compile(r"/desk/payments/\d+$"))
    return page.url


def test_an_overpayment_is_entered_tried_told_and_seen_met(enter, accessible):
    page = enter("samir", viewport=DESKTOP)
    there = enter_one(page)
    expect(page.locator("h1")).to_contain_text("$2,500 too much was paid")
    accessible(page)
    page.fill("#note", "Footage seen; a slip of the dealer.")
    page.get_by_role("button", name="Add the step").click()
    expect(page.locator(".done-note")).to_contain_text("The step is added.")
    shot(page, "payment")
    page.goto("/desk/notices/contacts/regulator/STAR4")
    accessible(page)
    page.fill("#name", "NICC, casino inspections")
    page.fill("#email", "nicc@example.com")
    page.get_by_role("button", name="Enter the contact").click()
    expect(page.locator("main")).to_contain_text("NICC, casino inspections")
    shot(page, "contacts")
    page.goto(there)
    page.get_by_text("Tell the regulator, or close it").click()
    page.get_by_role("button", name="Draft a notice to the regulator").click()
    expect(page.locator("h1")).to_have_text("This notice waits to be sent.")
    accessible(page)
    shot(page, "notice-draft")
    page.select_option("#channel", "hand delivery")
    page.fill("#reference", "Taken by Ms Oduya")
    page.get_by_role("button", name="Send the notice").click()
    expect(page.locator("h1")).to_have_text("This notice is sent.")
    accessible(page)
    shot(page, "notice-sent")
    with page.expect_response("**/pdf") as answer:
        page.evaluate("fetch(location.pathname + '/pdf')")
    assert answer.value.headers["content-type"] == "application/pdf"
    page.goto("/desk/deadlines/?state=met&rule=STAR4")
    expect(page.locator(".ledger").first).to_contain_text("Samir Haddad")
    accessible(page)
    shot(page, "timeline-met")


def test_a_wrong_entry_is_refused_with_its_rules_in_place(enter, accessible):
    page = enter("priya", viewport=DESKTOP)
    page.goto("/desk/payments/new")
    page.fill("#paid", "50")
    page.fill("#due", "50")
    page.fill("#note", "A mistake of ours.")
    page.get_by_role("button", name="Enter it").click()
    expect(page.locator(".refusal")).to_contain_text("What was paid is what was due.")
    expect(page.locator(".refusal .cite").first).to_have_text("HOUSE-PAY-1")
    assert page.input_value("#paid") == "50"
    accessible(page)
    shot(page, "payment-refused")


def test_a_calendar_address_is_shown_once(enter, accessible):
    page = enter("leo", viewport=DESKTOP)
    page.goto("/desk/deadlines/calendar")
    page.get_by_role("button", name="Make an address").click()
    address = page.input_value("#address")
    accessible(page)
    shot(page, "calendar")
    calendar = page.request.get(address)
    assert calendar.text().startswith("BEGIN:VCALENDAR\r\n")
    page.goto("/desk/deadlines/calendar")
    assert page.locator("#address").count() == 0
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".done-note")).to_contain_text("The address is taken back.")
    assert page.request.get(address).status == 404


@pytest.mark.tour
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_pages_fit_and_are_accessible(enter, accessible, size):
    page = enter("samir", viewport=size)
    there = enter_one(page, "600", "100")
    for path in (
        "/desk/deadlines/",
        "/desk/deadlines/?state=all&rule=STAR4",
        "/desk/deadlines/?state=nonsense",
        "/desk/deadlines/1",
        "/desk/deadlines/calendar",
        "/desk/notices/",
        "/desk/notices/contacts",
        "/desk/notices/contacts/inspectorate/NSW3",
        "/desk/payments/",
        "/desk/payments/new",
        there,
        "/desk/",
    ):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} pixels wide"
        accessible(page, in_both_themes=True)
        name = re.sub(r"\W+", "-", path.partition("/desk")[2])
        shot(page, f"{size['width']}{name}")
