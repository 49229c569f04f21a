"""The house as people see it: doors by role, light, dark, phone, keyboard, one act."""

import re

import pytest
from playwright.sync_api import expect

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PAGES = {
    "ruth": (
        "/desk/",
        "/desk/tables/",
        "/desk/tables/1",
        "/desk/tables/new",
        "/desk/patrons/",
        "/desk/patrons/new",
        "/desk/rules/",
        "/desk/rules/CROWN3-5.5",
        "/desk/rules/documents/STAR4",
        "/desk/rules/beside?a=NSW3&b=STAR4",
        "/desk/search?q=stud",
        "/desk/help",
        "/desk/ledger/meter%201",
        "/desk/audit/",
        "/desk/audit/1",
        "/desk/permissions/",
        "/desk/account",
    ),
    "samir": ("/desk/", "/desk/staff/", "/desk/deadlines/"),
    "amara": ("/desk/", "/desk/staff/"),  # the second turns a dealer away
}


def doors(page):
    return [door.strip() for door in page.locator(".rail nav a").all_inner_texts()]


def test_two_browsers_with_different_roles_see_different_doors(enter):
    director, dealer = enter("ruth"), enter("amara")
    assert "Record" in doors(director)
    assert "Record" not in doors(dealer)
    assert "Tables" in doors(director)
    assert "Tables" in doors(dealer)


def test_a_closed_door_says_why_and_for_whom(enter):
    page = enter("amara")
    answer = page.goto("/desk/staff/")
    assert answer.status == 403
    expect(page.locator(".refusal")).to_contain_text("You are signed in as dealer.")
    expect(page.locator(".refusal .cite")).to_have_text("HOUSE-ACCESS-1")
    page.click(".refusal .cite")
    expect(page.locator("h1")).to_contain_text("HOUSE-ACCESS-1")


@pytest.mark.tour
@pytest.mark.parametrize("user", PAGES)
def test_every_page_is_accessible(enter, accessible, user):
    page = enter(user, viewport=DESKTOP)
    for path in PAGES[user]:
        page.goto(path)
        accessible(page, in_both_themes=True)


def test_the_front_door_is_accessible_on_a_phone(enter, accessible):
    accessible(enter(viewport=PHONE))


@pytest.mark.tour
@pytest.mark.parametrize("user", PAGES)
def test_nothing_scrolls_sideways_on_a_phone(enter, user):
    page = enter(user, viewport=PHONE)
    for path in PAGES[user]:
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{path} is {wide} pixels wide"


def test_the_keyboard_alone_reaches_the_page_and_signs_in(enter):
    page = enter()
    page.locator("input[name=username]").focus()
    page.keyboard.type("ruth")
    page.keyboard.press("Tab")
    page.keyboard.type("by-the-book-2026")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_dark_is_remembered(enter):
    page = enter("ruth", color_scheme="light")
    page.click("[data-theme-toggle]")
    page.goto("/desk/rules/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_double_click_acts_once(enter):
    page = enter("ruth")
    page.goto("/desk/patrons/new")
    page.fill("input[name=given_name]", "Wilhelmina")
    page.fill("input[name=family_name]", "Doublewick")
    page.fill("input[name=born_on]", "1970-01-31")
    page.locator("main form button[type=submit]").last.dblclick()
    page.wait_for_url(re.compile(r"/desk/patrons/\d+"))
    page.goto("/desk/patrons/?q=doublewick")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_coming_back_to_a_form_makes_a_new_key(enter):
    page = enter("ruth")
    page.goto("/desk/patrons/new")
    key = page.locator("main input[name=_key]").input_value()
    page.goto("/desk/")
    page.go_back()
    assert page.locator("main input[name=_key]").input_value() != key


def test_a_page_that_is_not_there_shows_the_way_out(enter):
    page = enter("ruth")
    assert page.goto("/desk/nowhere").status == 404
    page.click("text=Back to the desk")
    page.wait_for_url("**/desk/")
