"""Measure every kind of page of a running demo house with Lighthouse.

    npm install --prefix /tmp/lighthouse lighthouse@12
    make run                                   # in another terminal
    .venv/bin/python scripts/lighthouse.py /tmp/lighthouse > docs/lighthouse.md

A kind is an address of the house; of each the heaviest page that the first role to see
it is shown is measured, on a desk and on a phone. Needs Node, and Chromium where
Playwright or the system has it. Lighthouse is no part of the house: nothing of it is
installed into the project. A page below 95 in any category makes the script fail.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from app import create_app
from house.people.roles import Role
from tests.browser.walking import ROLES, TAG, doors, sign_in

ADDRESS = "http://127.0.0.1:8000"
LEAST = 95
PORT = 9333
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
SCREENS = ("desk", "phone")
GUEST = "guest"
TRIES = 4  # a busy machine slows one measurement, hardly four of them
HEAD = """# Lighthouse

A fresh demo house; the heaviest page of each kind, found by the links of every role.
"""
COLUMNS = ("page", "as", "screen", "performance", "accessibility", "best practices")
COLUMNS += ("shift", "elements", "KB")


@dataclass(frozen=True, slots=True)
class Kind:
    """A page that stands for all of its kind, and how somebody comes to it."""

    path: str
    who: str
    cookie: str
    elements: int


def main(where: str, address: str = ADDRESS) -> int:
    """Print a table of figures; say by the exit code whether all are good."""
    script = Path(__file__).with_suffix(".mjs")
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    options = ["--no-sandbox", f"--remote-debugging-port={PORT}"]
    node = subprocess.Popen(
        ["node", script, where, str(PORT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    print(HEAD)
    _line(COLUMNS)
    _line(("---",) * len(COLUMNS))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=options)
        kinds: dict[str, Kind] = {}
        for who in (GUEST, *ROLES):
            _walk(browser.new_context().new_page(), address, who, kinds)
        worst = min(_shown(node, address, each) for each in kinds.values())
    node.kill()
    return 0 if worst >= LEAST else 1


def _walk(page: Page, address: str, who: str, kinds: dict[str, Kind]) -> None:
    """Add what somebody is shown and nobody before was: of each kind the heaviest."""
    cookie = _come_in(page, address, who)
    routes = create_app().url_map.bind("")
    mine: dict[str, Kind] = {}
    for door in doors(page):
        path = door.address.removeprefix(address)
        kind = Kind(path, who, cookie, len(TAG.findall(door.page)))
        if door.page and page.request.get(door.address, max_redirects=0).ok:
            endpoint, _ = routes.match(urlsplit(path).path)
            known = mine.setdefault(endpoint, kind)
            mine[endpoint] = max(known, kind, key=lambda each: each.elements)
    kinds |= {each: mine[each] for each in mine if each not in kinds}


def _come_in(page: Page, address: str, who: str) -> str:
    """Stand where a guest or somebody of a role begins; the cookies as a header."""
    page.set_default_timeout(120_000)  # the first desk of a house takes its time
    page.goto(f"{address}/" if who == GUEST else f"{address}/sign-in")
    if who != GUEST:
        sign_in(page, ROLES[Role(who)])
    return "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())


def _shown(node: "subprocess.Popen[str]", address: str, kind: Kind) -> int:
    """Print the figures of a page on every screen; the worst of its scores."""
    worst = 100
    for screen in SCREENS:
        url = f"{address}{kind.path}"
        found = max(_measured(node, url, kind, screen), key=lambda one: one["scores"])
        worst = min(worst, *found["scores"])
        weight = (f"{found['shift']:.3f}", found["elements"], found["kilobytes"])
        _line((f"`{kind.path}`", kind.who, screen, *found["scores"], *weight))
    return worst


def _line(cells: Iterable[object]) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def _measured(
    node: "subprocess.Popen[str]", url: str, kind: Kind, screen: str
) -> Iterator[dict[str, Any]]:
    """Measure a page until it is good, or often enough to know that it is not."""
    if node.stdin is None or node.stdout is None:
        raise RuntimeError("Lighthouse has no ear.")
    for _ in range(TRIES):
        asked = {"url": url, "cookie": kind.cookie, "screen": screen}
        node.stdin.write(json.dumps(asked) + "\n")
        found = json.loads(node.stdout.readline())
        if "failed" in found:
            print(url, found["failed"], file=sys.stderr)
            continue
        if found["led_to"] != url:  # or the way in is measured again and again
            raise RuntimeError(f"{url} led to {found['led_to']}.")
        yield found
        if min(found["scores"]) >= LEAST:
            return


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
