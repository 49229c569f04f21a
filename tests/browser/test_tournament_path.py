"""The path of a tournament in a real browser: gates, structure, officers, tables."""

import re

import pytest

CLASSIC = "/desk/tournaments/summer-stud-open"
ROOMS = (
    "",
    "/structure?players=50",
    "/entries",
    "/officials",
    "/tables",
    "/seats",
    "/moves",
    "/briefing",
    "/presence",
    "/refunds",
    "/cancel",
    "/waiting",
    "/arrival",
    "/too-few",
    "/entries/1/substitute?q=a",
)


@pytest.mark.tour
def test_every_room_of_a_tournament_is_accessible_on_every_screen(enter, accessible):
    page = enter("ruth", viewport={"width": 390, "height": 800})
    for room in ROOMS:
        page.goto(CLASSIC + room)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (room, wide)
        accessible(page, in_both_themes=True)
    page.set_viewport_size({"width": 1280, "height": 900})
    for room in ROOMS:
        page.goto(CLASSIC + room)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 1280, (room, wide)


def test_the_structure_answers_while_one_types(enter, accessible):
    page = enter("ruth")
    page.goto(f"{CLASSIC}/structure")
    page.get_by_label("What if so many play").fill("40")
    page.wait_for_selector("text=asked about")
    answer = page.locator("#reckoning")
    assert "5 tables of 6 and 2 of 5" in answer.inner_text()
    assert "Uneven" in answer.inner_text()
    accessible(page)
    page.get_by_label("What if so many play").fill("lots")
    page.wait_for_selector("text=is no number of players")
    assert page.get_by_label("What if so many play").input_value() == "lots"


def test_gates_lead_to_what_opens_them(enter, accessible):
    page = enter("ruth")
    page.goto(CLASSIC)
    draw = page.get_by_role("button", name="Draw the seats")
    assert draw.get_attribute("aria-disabled") == "true"
    reason = page.locator("#" + draw.get_attribute("aria-describedby"))
    assert "No table is designated" in reason.inner_text()
    page.get_by_role("link", name="Designate tables").click()
    page.wait_for_url(re.compile(r"/tables$"))
    free = page.get_by_role("button", name=re.compile(r"^Designate table \d+$"))
    stopped = page.locator(".stopped")
    assert stopped.count()  # low-limit or of another game, each with its reason
    assert re.search(r"(CROWN3|NSW3|STAR4|HOUSE)-", stopped.first.inner_text())
    assert stopped.first.get_by_role("link").first.is_visible()  # what settles it
    number = free.first.inner_text().rsplit(" ", 1)[1]
    free.first.click()
    page.wait_for_selector(f"text=Table {number} is designated")
    page.get_by_role("button", name=f"Release table {number}").click()
    page.wait_for_selector(f"text=Table {number} is released.")
    accessible(page)


def test_the_director_checks_in_and_out(enter):
    page = enter("ruth")
    page.goto(f"{CLASSIC}/presence")
    page.get_by_role("button", name="Check in").click()
    page.wait_for_selector("h1:has-text('Ruth')")
    assert "Director present" in page.goto(CLASSIC).text()
    page.goto(f"{CLASSIC}/presence")
    page.get_by_role("button", name="Check out").click()
    page.wait_for_selector("h1:has-text('Nobody who may run it is there.')")
