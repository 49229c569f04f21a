"""Every role at every width: no dead door, and the way out is always there."""

import pytest
from playwright.sync_api import expect

from house.people.roles import Role
from tests.browser.walking import ROLES, doors, sign_in

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
DESK = {"width": 1440, "height": 900}
WIDTHS = {"phone": PHONE, "tablet": TABLET, "desk": DESK}


@pytest.mark.parametrize("width", WIDTHS)
def test_who_is_signed_in_their_account_and_the_way_out_are_seen(enter, width):
    page = enter("ruth", viewport=WIDTHS[width])
    expect(page.get_by_role("link", name="Ruth Okafor")).to_be_in_viewport()
    expect(page.locator(".duty [data-theme-toggle]")).to_be_in_viewport()
    page.get_by_role("link", name="Ruth Okafor").click()
    page.wait_for_url("**/desk/account")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= WIDTHS[width]["width"]
    page.locator(".duty").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in*")


def test_the_account_has_a_sign_out_of_its_own(enter):
    page = enter("amara", viewport=PHONE)
    page.goto("/desk/account")
    page.locator("main .head").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in*")


def test_signing_in_begins_at_the_first_field(enter):
    page = enter()
    expect(page.locator("input[name=username]")).to_be_focused()


WALKED_EVERY_TIME = {Role.DEALER}  # the director's walk alone is 200 pages
WALKS = [
    role if role in WALKED_EVERY_TIME else pytest.param(role, marks=pytest.mark.tour)
    for role in ROLES
]


@pytest.mark.parametrize("role", WALKS)
def test_no_role_is_shown_a_door_that_does_not_open(enter, role):
    page = enter()
    sign_in(page, ROLES[role])
    opened = list(doors(page))
    assert len(opened) > 40  # a walk that ends at the first page proves nothing
    dead = [(door.status, door.address, door.seen_on) for door in opened]
    assert [door for door in dead if door[0] >= 400] == []
    way_out = page.locator(".duty").get_by_role("button", name="Sign out")
    for width in WIDTHS.values():
        page.set_viewport_size(width)
        expect(way_out).to_be_in_viewport()
    way_out.click()
    page.wait_for_url("**/sign-in*")
