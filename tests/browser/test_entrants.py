"""An entrant with a phone: applies, pays at the desk, opens the pass, withdraws."""

import re

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 800}
CLASSIC = "/desk/tournaments/summer-stud-open"
ROOMS = ("/", "/t/summer-stud-open", "/t/summer-stud-open/enter/received")


def fits(page):
    """Nothing scrolls sideways on a phone."""
    return page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.tour
def test_the_pages_from_the_street_are_accessible_on_a_phone(enter, accessible):
    page = enter(viewport=PHONE)
    for room in (*ROOMS, "/t/summer-stud-open/pass/guessed"):
        page.goto(room)
        assert fits(page), room
        accessible(page, in_both_themes=True)


def test_an_entrant_applies_pays_opens_the_pass_and_withdraws(enter, accessible):
    phone, desk = enter(viewport=PHONE), enter("grace")
    phone.goto("/")
    phone.get_by_role("link", name="Summer Stud Open").click()
    phone.get_by_role("link", name="Enter online").click()
    phone.wait_for_url(re.compile("/enter$"))
    assert fits(phone)
    accessible(phone, in_both_themes=True)
    desk.goto("/desk/patrons/new")
    for label, said in (("Given names", "Odile"), ("Family name", "Quartermain")):
        desk.get_by_label(label).fill(said)
        phone.get_by_label(label).fill(said)
    for page in (desk, phone):
        page.get_by_label("Birth date").fill("1971-03-05")
    desk.locator("main form button[type=submit]").last.click()
    desk.wait_for_url(re.compile(r"/patrons/\d+$"))
    phone.get_by_label("E-mail").fill("odile@example.com")
    phone.get_by_label("I accept the terms").check()
    phone.get_by_label("I have read how").check()
    phone.get_by_role("button", name="Ask for a place").click()
    phone.wait_for_url(re.compile("/enter/received$"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Thank you. We have it.")

    desk.goto(f"{CLASSIC}/applications")
    accessible(desk)
    desk.get_by_role("link", name="Odile Quartermain").click()
    accessible(desk)
    desk.get_by_role("link", name="Enter Odile Quartermain").click()
    desk.wait_for_url(re.compile("/entries/new"))
    desk.get_by_label("Paid by").select_option("card")
    desk.get_by_role("button", name="Take the entry").click()
    desk.wait_for_url(re.compile(r"/entries/\d+/money$"))
    desk.get_by_role("link", name="Its pass").click()
    desk.get_by_role("button", name="Make the pass").click()
    accessible(desk, in_both_themes=True)
    address = desk.locator("a.hash").get_attribute("href")

    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_have_text("You are entered.")
    assert fits(phone)
    accessible(phone, in_both_themes=True)
    phone.get_by_role("link", name="Change it").click()
    phone.get_by_label("My name may be published").check()
    accessible(phone, in_both_themes=True)
    phone.get_by_role("button", name="Keep this").click()
    expect(phone.get_by_text("Yes: My name may be published")).to_be_visible()
    phone.get_by_role("link", name="Withdraw").click()
    accessible(phone, in_both_themes=True)
    phone.get_by_role("button", name="Yes, withdraw my entry").click()
    heading = phone.get_by_role("heading", level=1)
    expect(heading).to_have_text("You have withdrawn.")
    expect(phone.get_by_text("$240 waits for you at the cage.")).to_be_visible()
