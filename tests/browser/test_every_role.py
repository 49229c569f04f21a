"""Every role at every width: no dead door, and the way out is always there."""

import re
from collections import Counter
from datetime import UTC, datetime
from html import unescape
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from house.demo.staff import DEMO_STAFF, demo_code
from house.people.roles import Role

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


# Pages that differ only in which thing they show: one of each is opened.
NUMBERED = re.compile(r"/\d+|/desk/rules/[A-Z][^/?]*|/documents/\w+")
LINK = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')
EACH = 1


def kind_of(address):
    """The page an address leads to, whichever thing it shows."""
    parts = urlsplit(address)
    asked = ",".join(sorted(name for name, _ in parse_qsl(parts.query)))
    return NUMBERED.sub("/#", parts.path), asked


def links_in(page, address):
    """Every address of the house that a page offers."""
    for link in LINK.findall(page):
        there = urldefrag(urljoin(address, unescape(link))).url
        if urlsplit(there).netloc == urlsplit(address).netloc:
            yield there


def answer_of(page, address):
    """What a door answers; a house that is busy says when to ask again."""
    while True:
        answer = page.request.get(address)
        if answer.status != 503 or "retry-after" not in answer.headers:
            return answer
        page.wait_for_timeout(1000 * int(answer.headers["retry-after"]))


def dead_doors(page):
    """Follow every link from the desk on; those that do not open, and from where."""
    opened, found = Counter(), []
    waiting = [(page.url, "")]
    while waiting:
        address, seen_on = waiting.pop()
        if opened[kind_of(address)] >= EACH:
            continue
        opened[kind_of(address)] += 1
        answer = answer_of(page, address)
        if answer.status >= 400:
            found.append((answer.status, address, seen_on))
        elif "html" in answer.headers.get("content-type", ""):
            links = links_in(answer.text(), answer.url)
            waiting += [(there, address) for there in links]
    assert len(opened) > 40  # a walk that ends at the first page proves nothing
    return found


ROLES = {person.roles[0]: person for person in DEMO_STAFF}


WALKED_EVERY_TIME = {Role.DIRECTOR, Role.DEALER, Role.MARKETING}
WALKS = [
    role if role in WALKED_EVERY_TIME else pytest.param(role, marks=pytest.mark.tour)
    for role in ROLES
]


@pytest.mark.parametrize("role", WALKS)
def test_no_role_is_shown_a_door_that_does_not_open(enter, role):
    person = ROLES[role]
    page = enter()
    page.fill("input[name=username]", person.username)
    page.fill("input[name=password]", person.password)
    page.click("button[type=submit]")
    if person.needs_code:
        page.fill("input[name=code]", demo_code(datetime.now(UTC)))
        page.click("main button[type=submit]")
    page.wait_for_url("**/desk/")
    assert dead_doors(page) == []
    way_out = page.locator(".duty").get_by_role("button", name="Sign out")
    for width in WIDTHS.values():
        page.set_viewport_size(width)
        expect(way_out).to_be_in_viewport()
    way_out.click()
    page.wait_for_url("**/sign-in*")
