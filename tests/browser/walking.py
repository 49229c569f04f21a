"""A walk through the house by its links: every kind of page that somebody is shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from playwright.sync_api import APIResponse, Page

from house.demo.staff import DEMO_SECRET, DEMO_STAFF, DemoPerson
from house.people.accounts import second_factor

# Pages that differ only in which thing they show: one of each is opened.
NUMBERED = re.compile(r"/\d+|/desk/rules/[A-Z][^/?]*|/documents/\w+")
LINK = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')
TAG = re.compile(r"<(\w+)([^>]*)>")
CLASS = re.compile(r'class="([^"]*)"')
ROLES = {person.roles[0]: person for person in DEMO_STAFF}


@dataclass(frozen=True, slots=True)
class Door:
    """A link that was followed: what it answered, and on which page it stood."""

    address: str
    seen_on: str
    status: int
    page: str  # nothing, where it is no page

    @property
    def shape(self) -> frozenset[tuple[str, str]]:
        """Which parts a page is made of, whatever they say."""
        return frozenset(
            (tag, "".join(CLASS.findall(of))) for tag, of in TAG.findall(self.page)
        )


def kind_of(address: str) -> tuple[str, str]:
    """The page an address leads to, whichever thing it shows."""
    parts = urlsplit(address)
    asked = ",".join(sorted(name for name, _ in parse_qsl(parts.query)))
    return NUMBERED.sub("/#", parts.path), asked


def links_in(page: str, address: str) -> Iterator[str]:
    """Every address of the house that a page offers."""
    for link in LINK.findall(page):
        there = urldefrag(urljoin(address, unescape(link))).url
        if urlsplit(there).netloc == urlsplit(address).netloc:
            yield there


def answer_of(page: Page, address: str) -> APIResponse:
    """What a door answers; a house that is busy says when to ask again."""
    while True:
        answer = page.request.get(address)
        if answer.status != 503 or "retry-after" not in answer.headers:
            return answer
        page.wait_for_timeout(1000 * int(answer.headers["retry-after"]))


def doors(page: Page) -> Iterator[Door]:
    """Follow every link from here on, one of each kind."""
    opened: set[tuple[str, str]] = set()
    waiting = [(page.url, "")]
    while waiting:
        address, seen_on = waiting.pop()
        if kind_of(address) in opened:
            continue
        opened.add(kind_of(address))
        answer = answer_of(page, address)
        shown = "html" in answer.headers.get("content-type", "")
        text = answer.text() if shown else ""
        yield Door(address, seen_on, answer.status, text)
        if answer.status < 400:
            waiting += [(there, address) for there in links_in(text, answer.url)]


def sign_in(page: Page, person: DemoPerson) -> None:
    """Come in at the front door, with a code where one is asked for."""
    page.fill("input[name=username]", person.username)
    page.fill("input[name=password]", person.password)
    page.click("button[type=submit]")
    if person.needs_code:
        code = second_factor.code_at(DEMO_SECRET, datetime.now(UTC))
        page.fill("input[name=code]", code)
        page.click("main button[type=submit]")
    page.wait_for_url("**/desk/")
