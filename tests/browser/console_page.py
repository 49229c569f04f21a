"""A console in a browser: what a dealer's hand does there."""

import sqlite3
from pathlib import Path

from playwright.sync_api import Page, expect

TABLET = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}


def cards_of(folder: Path, count: int) -> list[str]:
    """Player cards of the demo house whose holders may play at once."""
    with sqlite3.connect(folder / "house.sqlite3") as db:
        found = db.execute(
            "select number from player_card where cancelled_at is null "
            "and patron_id not in (select patron_id from exclusion) "
            "and patron_id not in (select patron_id from loss_limit) "
            "order by number limit ?",
            (count,),
        )
        return [number for (number,) in found]


class Console:
    """The page of one table's console."""

    def __init__(self, page: Page, table: int) -> None:
        self.page, self.table = page, table
        page.goto(f"/desk/tables/{table}/console")
        expect(page.locator("#console")).to_be_visible()

    @property
    def seq(self) -> str:
        return self.page.get_attribute("#console", "data-seq") or ""

    @property
    def turn(self) -> int | None:
        turn = self.page.get_attribute("#console", "data-turn")
        return int(turn) if turn else None

    @property
    def taps(self) -> str:
        return self.page.inner_text("[data-taps]")

    def shown(self, selector: str):
        """Something of the panel that is shown at the foot."""
        return self.page.locator(f"[data-ask]:not([hidden]) {selector}")

    def moves_on(self, was: str) -> None:
        """The page shows a later action than that one."""
        later = f"#console:not([data-seq='{was}'])"
        expect(self.page.locator(later)).to_be_visible()

    def pick(self, seat: int) -> None:
        if self.page.get_attribute(f"[data-pick='{seat}']", "aria-pressed") != "true":
            self.page.click(f"[data-pick='{seat}']")

    def sit(self, seat: int, *, name: str = "", card: str = "") -> None:
        self.pick(seat)
        self.page.fill("#sit-card" if card else "#sit-name", card or name)
        self.page.click("[data-sit] button[type=submit]")
        expect(
            self.page.locator(f".seat[data-seat='{seat}']:not(.free)")
        ).to_be_visible()

    def open_round(self, **choices: str) -> None:
        for name, value in choices.items():
            field = self.page.locator(f"#choice-{name}")
            tag = field.evaluate("each => each.tagName")
            field.select_option(value) if tag == "SELECT" else field.fill(value)
        self.page.click("[data-open]")
        expect(self.page.locator("#console[data-under-way='yes']")).to_be_visible()

    def tap(self, label: str, *, seat: int | None = None, also: str = "") -> None:
        """Tap a choice at the foot, for a seat or for the table."""
        if seat is not None:
            self.pick(seat)
        if also:
            self.shown(f".toggle:has-text('{also}')").first.click()
        was = self.seq
        self.shown(f".opt:has(b:text-is('{label}'))").first.click()
        self.moves_on(was)

    def call(self, label: str) -> None:
        """Tap the way on."""
        was = self.seq
        self.page.click(f".primary[data-move]:has-text('{label}')")
        self.moves_on(was)

    def key(self, *cards: str) -> None:
        """Key cards on the deck."""
        was = self.seq
        for card in cards:
            self.page.click(f"[data-card='{card}']")
        self.moves_on(was)

    def deal(self) -> None:
        """Call, and deal face down, until somebody is asked."""
        for _ in range(4):
            way = self.page.locator(".primary[data-move]")
            if self.turn or not way.count():
                return
            was = self.seq
            way.click()
            self.moves_on(was)

    @property
    def scrolls(self) -> bool:
        """Whether anything lies outside the screen."""
        return bool(
            self.page.evaluate(
                "() => document.scrollingElement.scrollHeight > innerHeight"
                " || document.scrollingElement.scrollWidth > innerWidth"
                " || document.querySelector('.felt').scrollHeight"
                "    > document.querySelector('.felt').clientHeight + 1"
            )
        )

    @property
    def sticks_out(self) -> list[str]:
        """What at the foot is cut off at the side."""
        found = self.page.evaluate(
            "() => [...document.querySelectorAll('.console > footer .btn')]"
            ".filter(each => each.checkVisibility() && ("
            "    each.getBoundingClientRect().right > innerWidth"
            "    || each.scrollWidth > each.clientWidth + 1))"
            ".map(each => each.innerText)"
        )
        return list(found)
