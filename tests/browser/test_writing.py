"""A notice written by hand and a timeline read backwards, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.shots import shot

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def test_a_notice_is_written_looked_at_told_and_acknowledged(enter, accessible):
    page = enter("samir", viewport=DESKTOP)
    page.goto("/desk/notices/")
    page.get_by_role("link", name="Write a notice").click()
    page.select_option("#kind", "written.patrons")
    page.select_option("#document", "NSW3")
    page.select_option("#channel", "telephone")
    page.select_option("#about", "table:4")
    page.fill("#title", "Your complaint of Friday")
    page.fill("#body", "We looked into it.\n\nYou may complain to an inspector.")
    page.get_by_role("button", name="See how it reads").click()
    expect(page.locator(".refusal")).to_contain_text("Nobody is named.")
    accessible(page)
    shot(page, "write-refused")
    page.fill("#recipients", "Wen Wu, wen@example.com, 0400 000 000")
    page.get_by_role("button", name="See how it reads").click()
    expect(page.locator("#h-preview")).to_be_visible()
    expect(page.locator("article")).to_contain_text("To Wen Wu (wen@example.com)")
    accessible(page)
    shot(page, "write-preview")
    page.get_by_role("button", name="Draft the notice").click()
    expect(page.locator("h1")).to_have_text("This notice waits to be sent.")
    assert page.input_value("#channel") == "telephone"
    page.get_by_text("Do not send it").click()
    page.fill("#why", "  ")
    page.get_by_role("button", name="Set it aside").click()
    expect(page.locator(".refusal")).to_contain_text("No reason is given.")
    accessible(page)
    shot(page, "set-aside-refused")
    page.goto(page.url.removesuffix("/aside"))
    page.fill("#reference", "Call 7, Mr Wu himself")
    page.get_by_role("button", name="Send the notice").click()
    expect(page.locator("h1")).to_have_text("This notice is sent.")
    page.fill("#acknowledgement", "He thanked us.")
    page.get_by_role("button", name="Note the acknowledgement").click()
    expect(page.locator("h1")).to_have_text("This notice is acknowledged.")
    accessible(page)


@pytest.mark.tour
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_pages_fit_and_are_accessible(enter, accessible, size):
    page = enter("samir", viewport=size)
    for path in (
        "/desk/notices/write",
        "/desk/deadlines/?state=past",
        "/desk/notices/",
    ):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{path} is {wide} pixels wide"
        accessible(page, in_both_themes=True)
        name = re.sub(r"\W+", "-", path.partition("/desk")[2])
        shot(page, f"{size['width']}{name}")


def test_one_turns_from_what_is_open_to_what_is_past_and_back(enter, accessible):
    page = enter("samir", viewport=DESKTOP)
    page.goto("/desk/deadlines/?rule=HOUSE")
    page.get_by_role("link", name="Earlier", exact=True).click()
    page.wait_for_url("**state=past**")
    expect(page.locator("#h-timeline")).to_have_text("Met or called off")
    accessible(page)
    shot(page, "timeline-past")
    page.get_by_role("link", name="Later", exact=True).click()
    page.wait_for_url(re.compile(r"/desk/deadlines/\?rule=HOUSE$"))
    expect(page.locator("#h-timeline")).to_have_text("Found")
