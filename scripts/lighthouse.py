"""Measure every kind of page of a running demo house with Lighthouse.

    npm install --prefix /tmp/lighthouse lighthouse
    make run                                   # in another terminal
    .venv/bin/python scripts/lighthouse.py /tmp/lighthouse > docs/lighthouse.md

Needs Node, and Chromium where Playwright or the system has it. Lighthouse is no part of
the house: nothing of it is installed into the project. A page that scores below 95 in
any category makes the script fail.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from house.people.roles import Role
from tests.browser.walking import ROLES, doors, kind_of, sign_in

ADDRESS = "http://127.0.0.1:8000"
LEAST = 95
PORT = 9333
CATEGORIES = ("performance", "accessibility", "best-practices")
# What tells Lighthouse how wide the screen is; a phone is its own choice.
SCREENS = {"desk": ("--preset=desktop",), "phone": ()}
GUEST = "guest"


def main(where: str, address: str = ADDRESS) -> int:
    """Print a table of scores; say by the exit code whether all are good."""
    lighthouse = Path(where) / "node_modules" / ".bin" / "lighthouse"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    print("# Lighthouse\n\nA fresh demo house, one worker; every kind of page once.\n")
    figures = " | ".join(CATEGORIES)
    print(f"| page | as | screen | {figures} | shift |\n|---|---|---|---|---|---|---|")
    worst, known = 100, set[tuple[str, str]]()
    with sync_playwright() as play:
        for who in (GUEST, *ROLES):
            options = ["--no-sandbox", f"--remote-debugging-port={PORT}"]
            browser = play.chromium.launch(executable_path=chromium, args=options)
            page = browser.new_page()
            cookie = _come_in(page, address, who)
            for path in _new_kinds(page, address, known):
                worst = min(worst, _shown(lighthouse, address, path, who, cookie))
            browser.close()
    return 0 if worst >= LEAST else 1


def _come_in(page: Page, address: str, who: str) -> str:
    """Stand where a guest or somebody of a role begins; the cookies as a header."""
    page.set_default_timeout(120_000)  # the first desk of a house takes its time
    page.goto(f"{address}/" if who == GUEST else f"{address}/sign-in")
    if who != GUEST:
        sign_in(page, ROLES[Role(who)])
    return "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())


def _new_kinds(page: Page, address: str, known: set[tuple[str, str]]) -> Iterator[str]:
    """One page of each kind that nobody before was shown, and the desk of everybody."""
    for door in list(doors(page)):
        kind = kind_of(door.address)
        if door.page and (kind not in known or door.address == page.url):
            known.add(kind)
            yield door.address.removeprefix(address)


def _shown(lighthouse: Path, address: str, path: str, who: str, cookie: str) -> int:
    """Print the figures of a page on every screen; the worst of them."""
    worst = 100
    for screen, options in SCREENS.items():
        scores, shift = _measure(lighthouse, f"{address}{path}", cookie, options)
        worst = min(worst, *scores)
        figures = " | ".join(map(str, scores))
        print(f"| `{path}` | {who} | {screen} | {figures} | {shift:.3f} |", flush=True)
    return worst


def _run(command: list[str], goes: int = 3) -> str:
    """What a command says; on a busy machine a page may need a second try."""
    for _ in range(goes - 1):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout
        print(done.stderr[-300:], file=sys.stderr)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _measure(
    lighthouse: Path, url: str, cookie: str, options: tuple[str, ...]
) -> tuple[list[int], float]:
    """The scores of a page out of 100, and how far it shifted."""
    command = [
        str(lighthouse),
        url,
        f"--port={PORT}",
        "--quiet",
        *options,
        "--output=json",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--extra-headers={json.dumps({'Cookie': cookie})}",
    ]
    found = json.loads(_run(command))
    if found["finalDisplayedUrl"] != url:  # or the way in is measured again and again
        raise RuntimeError(f"{url} led to {found['finalDisplayedUrl']}.")
    scores = [round(100 * found["categories"][c]["score"]) for c in CATEGORIES]
    return scores, found["audits"]["cumulative-layout-shift"]["numericValue"]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
