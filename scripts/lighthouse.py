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
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from house.demo.staff import DEMO_PASSWORD, demo_code

ADDRESS = "http://127.0.0.1:8000"
LEAST = 95
PORT = 9333
CATEGORIES = ("performance", "accessibility", "best-practices")
# Every kind of page once, as somebody sees it who may open it; the desk as everybody.
STUD = "/desk/tournaments/friday-night-stud"
CLASSIC = "/desk/tournaments/summer-stud-open"
PAGES = {
    "": (
        "/",
        "/sign-in",
        "/t/friday-night-stud",
        "/record",
    ),
    "daniel": ("/desk/", "/desk/disputes/"),
    "priya": ("/desk/",),
    "amara": ("/desk/", "/desk/help"),
    "grace": ("/desk/", f"{CLASSIC}/entries/1/money"),
    "leo": ("/desk/", "/desk/cage/", "/desk/payments/"),
    "jonah": ("/desk/",),
    "miriam": ("/desk/",),
    "edith": ("/desk/",),
    "samir": ("/desk/", "/desk/retention/"),
    "helen": ("/desk/", "/desk/permissions/"),
    "ingrid": ("/desk/", "/desk/staff/"),
    "ruth": (
        "/desk/",
        "/desk/tables/",
        "/desk/tables/1",
        "/desk/tables/1/console",
        "/desk/tournaments/",
        "/desk/tournaments/new",
        STUD,
        f"{STUD}/terms",
        f"{CLASSIC}/structure",
        f"{CLASSIC}/entries",
        f"{CLASSIC}/tables",
        "/desk/rules/",
        "/desk/rules/CROWN3-12.2.2(b)",
        "/desk/rules/beside?a=NSW3&b=STAR4",
        "/desk/audit/",
        "/desk/deadlines/",
        "/desk/notices/",
        "/desk/patrons/",
        "/desk/meters/1",
        "/desk/rulings/",
        "/desk/search?q=stud",
        "/desk/help",
    ),
}


def main(address: str = ADDRESS) -> int:
    """Print a table of scores; say by the exit code whether all are good."""
    lighthouse = Path(sys.argv[1]) / "node_modules" / ".bin" / "lighthouse"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    print("# Lighthouse\n\nDesktop settings, a fresh demo house, one worker.\n")
    print(
        f"| page | as | {' | '.join(CATEGORIES)} | shift |\n|---|---|---|---|---|---|"
    )
    worst = 100
    with sync_playwright() as play:
        for user, paths in PAGES.items():
            options = ["--no-sandbox", f"--remote-debugging-port={PORT}"]
            browser = play.chromium.launch(executable_path=chromium, args=options)
            cookie = _sign_in(browser.new_page(), address, user)
            for path in paths:
                scores, shift = _measure(lighthouse, f"{address}{path}", cookie)
                worst = min(worst, *scores)
                figures = " | ".join(map(str, scores))
                line = f"| `{path}` | {user or 'guest'} | {figures} | {shift:.3f} |"
                print(line, flush=True)
            browser.close()
    return 0 if worst >= LEAST else 1


def _sign_in(page: Page, address: str, user: str) -> str:
    """The cookies of somebody signed in, as a header."""
    page.set_default_timeout(120_000)  # the first desk of a house takes its time
    page.goto(f"{address}/sign-in")
    if user:
        page.fill("input[name=username]", user)
        page.fill("input[name=password]", DEMO_PASSWORD)
        page.click("button[type=submit]")
        if page.locator("input[name=code]").count():
            page.fill("input[name=code]", demo_code(datetime.now(UTC)))
            page.click("main button[type=submit]")
        page.wait_for_url("**/desk/**")
    return "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())


def _run(command: list[str], goes: int = 3) -> str:
    """What a command says; on a busy machine a page may need a second try."""
    for _ in range(goes - 1):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout
        print(done.stderr[-300:], file=sys.stderr)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _measure(lighthouse: Path, url: str, cookie: str) -> tuple[list[int], float]:
    """The scores of a page out of 100, and how far it shifted."""
    command = [
        str(lighthouse),
        url,
        f"--port={PORT}",
        "--quiet",
        "--preset=desktop",
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
    sys.exit(main(*sys.argv[2:]))
