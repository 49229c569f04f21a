"""Patrons and tables in a real browser: found while typing, merged, on a tablet."""

import re

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1180, "height": 820}


def test_patrons_are_found_while_somebody_types(enter):
    page = enter("grace")
    page.goto("/desk/patrons/")
    expect(page.locator("#found .count")).to_have_text(re.compile(r"30\d patrons"))
    page.locator("#q").press_sequentially("wilson ", delay=20)
    expect(page.locator("#found .count")).to_contain_text("fit “wilson")
    first = page.locator("#found tbody a").first
    expect(first).to_contain_text("Wilson", ignore_case=True)
    assert page.evaluate("document.activeElement.id") == "q"
    assert "q=wilson" in page.url
    page.reload()
    expect(first).to_contain_text("Wilson", ignore_case=True)


def test_two_rows_become_one_after_a_proof(enter, accessible):
    page = enter("grace")
    page.get_by_role("link", name="Compare").first.click()
    accessible(page)
    one = page.locator("input[name=survivor]").first.get_attribute("value")
    page.get_by_role("button", name="Merge into one patron").click()
    expect(page.locator("h1")).to_have_text("Confirm it is you.")
    page.fill("input[name=_proof]", "by-the-book-2026")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/desk/patrons/{one}")
    expect(page.locator(".done-note")).to_contain_text("Two rows became one.")


@pytest.mark.tour
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_pages_fit_and_are_accessible(enter, accessible, size):
    page = enter("ruth", viewport=size)
    for path in (
        "/desk/patrons/?q=khoury",
        "/desk/patrons/18",
        "/desk/patrons/18/edit",
        "/desk/patrons/18/merge",
        "/desk/patrons/18/exclusions/new",
        "/desk/tables/4",
        "/desk/tables/12",
    ):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} pixels wide"
        accessible(page, in_both_themes=size is PHONE)
