"""Every kind of page of every role: accessible in both themes, fitting every screen."""

import pytest

from tests.browser.walking import ROLES, doors, sign_in

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
GUEST = "guest"
LOOKED_AT: set[frozenset[tuple[str, str]]] = set()


@pytest.mark.tour
@pytest.mark.parametrize("role", [GUEST, *ROLES])
def test_every_kind_of_page_is_accessible_and_fits(enter, findings, role):
    """A page made of the same parts as one before is looked at once."""
    page = enter(viewport=DESK)
    if role == GUEST:
        page.goto("/")
    else:
        sign_in(page, ROLES[role])
    found = []
    for door in list(doors(page)):
        if not door.page or door.shape in LOOKED_AT:
            continue
        LOOKED_AT.add(door.shape)
        page.set_viewport_size(DESK)
        page.goto(door.address)
        found += findings(page, in_both_themes=True)
        page.set_viewport_size(PHONE)
        found += findings(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE["width"]:
            found.append(f"{door.address} is {wide} pixels wide on a phone")
    assert not found, "\n".join(found)
