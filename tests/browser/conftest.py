"""A real house served by the real command, seen in a real browser."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from house.config import ROOT
from house.demo.staff import DEMO_PASSWORD
from rulebook.coverage import coverage

# The same engine without windows to draw around its pages takes half the work.
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
# Ends a run that hangs; a busy machine is no reason to fail.
HUNG_MS = 180_000
# Below the ports that a machine hands out by itself, so that nobody is given ours.
PORTS = range(15_000, 30_000)
# A long list repeats itself: its first rows stand for the rest.
SHORTEN = """() => {
    const later = "tbody tr:nth-child(n+16), li:nth-child(n+31)";
    for (const row of document.querySelectorAll(later)) row.remove();
}"""
VIOLATIONS = "asked => axe.run(asked).then(found => found.violations)"
# What passes is not worth collecting: a page is checked three times as fast.
ONLY = {"resultTypes": ["violations"], "preload": False, "selectors": False}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Contrast comes of the stylesheet and takes longest: the tours of pages look at it.
SHAPES = {"runOnly": WCAG, "rules": {"color-contrast": {"enabled": False}}, **ONLY}
RULES = {"runOnly": WCAG, **ONLY}
PRACTICE = {**SHAPES, "runOnly": [*WCAG, "best-practice"]}
EVERYTHING = {**RULES, "runOnly": [*WCAG, "best-practice"]}
# The other theme changes colours and nothing else.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, **ONLY}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True)
class Served:
    """A house that answers at an address."""

    address: str
    process: subprocess.Popen[str]
    folder: Path


def _free_port() -> int:
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demo house, started as a person starts it, ended with Ctrl-C."""
    coverage()  # kept for the house, so that no page of it waits
    folder = tmp_path_factory.mktemp("house")
    port = _free_port()
    env = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/house.sqlite3",
        "OUTBOX": str(folder / "outbox"),
        "SECRET_KEY": "a secret of the browser tests alone",
        "PORT": str(port),
        "WORKERS": "1",
    }
    log = (folder / "log").open("w+")
    process = subprocess.Popen(
        [sys.executable, "-m", "flask", "serve"],
        cwd=ROOT,
        env=env,
        stdout=log,
        stderr=subprocess.STDOUT,
        text=True,
    )
    served = Served(f"http://127.0.0.1:{port}", process, folder)
    try:
        _wait_until_open(served, folder / "log")
        yield served
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        log.close()


def _wait_until_open(served: Served, log: Path) -> None:
    """Ask until the house answers, however long it takes, or has ended."""
    while served.process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"{served.address}/healthz"):
            return
        time.sleep(0.1)
    pytest.fail(f"the house did not open:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium: the system's, or the one Playwright brought."""
    found = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUMS)), None
    )
    expect.set_options(timeout=HUNG_MS)
    with sync_playwright() as play:
        if not (found or Path(play.chromium.executable_path).exists()):
            pytest.skip("no Chromium on this machine: install it or set CHROMIUM")
        browser = play.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


Enter = Callable[..., Page]
Cookies = list[Any]


@pytest.fixture(scope="session")
def came_in() -> dict[str, Cookies]:
    """What the browser of everybody who has signed in before was given."""
    return {}


@pytest.fixture
def enter(
    browser: Browser, house: Served, came_in: dict[str, Cookies]
) -> Iterator[Enter]:
    """Open the house in a browser of one's own, once signed in at the front door."""
    contexts: list[BrowserContext] = []

    def as_(username: str = "", **options: object) -> Page:
        options = {"reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=house.address, **options)  # type: ignore[arg-type]
        context.set_default_timeout(HUNG_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"script failed: {error}"))
        context.add_cookies(came_in.get(username, []))
        page.goto("/desk/" if username in came_in else "/sign-in")
        if username and "/sign-in" in page.url:  # the first time, or signed out since
            page.fill("input[name=username]", username)
            page.fill("input[name=password]", DEMO_PASSWORD)
            page.click("button[type=submit]")
            page.wait_for_url("**/desk/**")
            came_in[username] = context.cookies()
        return page

    yield as_
    for context in contexts:
        context.close()


Findings = Callable[..., list[str]]


@pytest.fixture
def findings() -> Findings:
    """What is wrong with a page by WCAG 2.2 AA and by good practice, each a line."""

    def find(page: Page, *, in_both_themes: bool = False) -> list[str]:
        page.emulate_media(reduced_motion="reduce")  # colours change at once
        page.evaluate(AXE_SCRIPT)
        page.evaluate(SHORTEN)
        found = page.evaluate(VIOLATIONS, EVERYTHING if in_both_themes else PRACTICE)
        if in_both_themes:
            page.emulate_media(color_scheme="dark")
            found += page.evaluate(VIOLATIONS, COLOURS)
            page.emulate_media(color_scheme="light")
        return [
            f"{page.url}: {each['id']} at {each['nodes'][0]['html'][:160]}"
            for each in found
        ]

    return find


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Hold a page to WCAG 2.2 AA, its colours in both themes where asked."""

    def check(page: Page, *, in_both_themes: bool = False) -> None:
        page.emulate_media(reduced_motion="reduce")  # colours change at once
        devtools = page.context.new_cdp_session(page)  # four times as fast as evaluate
        devtools.send("Runtime.evaluate", {"expression": AXE_SCRIPT})
        devtools.detach()
        if in_both_themes:
            page.evaluate(SHORTEN)
        found = page.evaluate(VIOLATIONS, RULES if in_both_themes else SHAPES)
        if in_both_themes:
            page.emulate_media(color_scheme="dark")
            found += page.evaluate(VIOLATIONS, COLOURS)
            page.emulate_media(color_scheme="light")
        assert not found, f"{page.url}\n{json.dumps(found, indent=1)}"

    return check
