"""What everybody watches of a tournament, and what staff alone read of it."""

import re

import pytest

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
CLASSIC, FRIDAY = "spring-stud-classic", "friday-night-stud"
HOME = f"/desk/tournaments/{CLASSIC}"
PUBLIC = (
    f"/t/{CLASSIC}/standings",
    f"/t/{FRIDAY}/standings",
    f"/t/{CLASSIC}/results",
)


def looked_at(page, findings, *addresses):
    """What is wrong with pages in both themes, and on a phone."""
    found = []
    for address in addresses:
        page.set_viewport_size(DESK)
        page.goto(address)
        found += findings(page, in_both_themes=True)
        page.set_viewport_size(PHONE)
        page.goto(address)
        found += findings(page, in_both_themes=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE["width"]:
            found.append(f"{address} is {wide} pixels wide on a phone")
    return found


@pytest.mark.tour
def test_what_is_watched_of_a_tournament_is_accessible_and_fits(enter, findings):
    guest, ruth = enter(), enter("ruth", viewport=DESK)
    found = looked_at(guest, findings, *PUBLIC)
    ruth.goto(HOME)
    ruth.get_by_role("link", name="Fairness").click()
    ruth.get_by_role("heading", name="Seats compared").wait_for()
    found += looked_at(ruth, findings, ruth.url)
    ruth.goto(HOME)
    ruth.get_by_role("link", name="Pack for the regulator").click()
    ruth.get_by_role("button", name="Put it together").wait_for()
    event = ruth.url
    ruth.get_by_role("button", name="Put it together").click()
    ruth.wait_for_url(re.compile(r"/desk/packs/\d+$"))
    found += looked_at(ruth, findings, ruth.url, event, "/desk/packs/")
    ruth.set_viewport_size(DESK)
    ruth.goto(f"/desk/tournaments/{FRIDAY}/screens")
    ruth.get_by_label("Where it hangs").fill("Main wall")
    ruth.get_by_role("button", name="Make its address").click()
    screen = ruth.get_by_role("link", name="/display/")
    token = screen.get_attribute("href").rpartition("/")[2]
    found += looked_at(ruth, findings, ruth.url)
    found += looked_at(guest, findings, f"/display/{token}")
    assert not found, "\n".join(found)
