"""Published terms in a real browser: read on a phone, changed, and compared."""

import re

SLUG = "changed-later"
PATH = f"/desk/tournaments/{SLUG}"


def saved(response):
    """Whether this answers the form of the terms."""
    return response.request.method == "POST" and response.url.endswith(f"{PATH}/terms")


def test_terms_are_changed_and_everybody_sees_what(enter, accessible):
    ruth = enter("ruth")
    ruth.goto("/desk/tournaments/new?from=summer-stud-open")
    ruth.fill("input[name=name]", "Changed Later")
    ruth.click("text=Write the terms")
    ruth.wait_for_url("**/terms")
    ruth.click("text=Publish the terms")
    ruth.click("text=Publish version 1")
    ruth.wait_for_url(re.compile(rf"{PATH}$"))

    ruth.goto(f"{PATH}/terms")
    place = ruth.locator("[name='details.location.place']")
    ruth.click('button[value="open:details.location"]')
    place.fill("the river room")
    with ruth.expect_response(saved):
        ruth.click("#save")
    ruth.goto(f"{PATH}/terms")
    ruth.click("text=See what changes")
    ruth.wait_for_url("**/changes")
    assert "river room" in ruth.inner_text("main ins")
    accessible(ruth)
    ruth.fill("[name=note]", "The hall is being rebuilt.")
    ruth.click("button:has-text('Publish version 2')")
    ruth.wait_for_url(re.compile(rf"{PATH}$"))
    assert "Version 2 is published" in ruth.inner_text("main")

    size = {"width": 390, "height": 844}
    guest = enter(viewport=size)
    guest.goto(f"/t/{SLUG}")
    assert "river room" in guest.inner_text(".doc-facts")
    wide = guest.evaluate("document.documentElement.scrollWidth")
    assert wide <= size["width"]
    guest.click("text=The whole terms, version 2")
    guest.click("text=What version 2 changed")
    guest.wait_for_url("**/v/2/changes")
    assert guest.inner_text("ins") == "river room"
    accessible(guest, in_both_themes=True)
    guest.goto(f"/t/{SLUG}")
    accessible(guest, in_both_themes=True)
    guest.goto(f"/t/{SLUG}/v/1")
    assert "This version was replaced." in guest.inner_text("main")
    accessible(guest)
