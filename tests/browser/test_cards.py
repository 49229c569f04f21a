"""The cards of a table on a tablet: from the check to the count, in few taps."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from house.db import Database
from house.demo.patrons import done
from house.demo.staff import OSCAR, RUTH
from house.floor.acts import Act
from house.floor.models import Device
from house.floor.tables import services
from house.floor.tables.rules import layout_of
from tests.browser.conftest import Enter, Served
from tests.browser.console_page import PHONE, TABLET, Console
from tests.browser.shots import shot

TABLE = 12
# A finger that goes down is one tap, and so is a field that is typed into. Counted
# over this very path before the console asked for anything of the cards: it opened a
# closed table, sat one player, opened a round, took an ante, dealt, took the fold in,
# closed the round, let the player go and closed the table.
COUNT = """
for (const kind of ["pointerdown", "input"])
  addEventListener(kind, (event) => {
    if (kind === "input" && event.target.type === "checkbox") return;
    sessionStorage.taps_made = Number(sessionStorage.taps_made ?? 0) + 1;
  }, true);
"""
BEFORE = 14  # open 1, sit 3, round 7, leave 2, close 1
MORE = 3  # the decks are checked, the stub is counted and its number is keyed


@pytest.fixture(scope="module")
def house_of_shoes(house: Served) -> Iterator[Served]:
    """The demo house, whose MASS table deals from a shoe and has a supervisor."""
    db = Database(f"sqlite:///{house.folder}/house.sqlite3")
    act = Act(RUTH.actor, datetime.now(UTC))
    with db.writing() as session:
        table = services.get(session, TABLE, lock=True)
        assert table is not None
        off = replace(layout_of(table), device_off=True)
        done(services.change(session, table, table.version, off, act))
        shoe = replace(off, device=Device.SHOE, device_off=False)
        done(services.change(session, table, table.version, shoe, act))
        watches = next(
            id_
            for id_, name in services.supervisors(session).items()
            if name == OSCAR.actor.name
        )
        done(services.assign(session, table, watches, act))
    yield house
    db.engine.dispose()


def taps(page: Page) -> int:
    return int(page.evaluate("() => sessionStorage.taps_made ?? 0"))


@pytest.mark.rule("HOUSE-CARDS-1", "MASS-3(b)", "MASS-4(b)(2)", "MASS-7(f)(1)")
def test_a_table_opens_plays_counts_its_stub_and_closes_in_three_more_taps(
    enter: Enter, house_of_shoes: Served, accessible: Callable[..., None]
) -> None:
    page = enter(OSCAR.username, viewport=TABLET)
    page.add_init_script(COUNT)
    page.goto(f"/desk/tables/{TABLE}")
    page.click("button:has-text('Checked: open the table')")
    expect(page.locator("h1")).to_contain_text("is open")
    at = Console(page, TABLE)
    at.sit(2, name="Mei-Lin Zhao")
    way = page.locator("[data-open]")
    expect(way).to_contain_text("Washed, shuffled and cut")
    shot(page, "cards-first-round")
    accessible(page)
    at.open_round()
    at.tap("$15", seat=2)
    at.deal()
    at.tap("Fold")
    at.call("Close the round")
    expect(page.locator("[data-open]")).to_contain_text("Shuffled and cut")
    assert "47" not in page.inner_text(".cards-now")  # nobody is told beforehand
    page.fill("#count-found", "47")
    page.click("[data-cards-form] button")
    expect(page.locator(".taps .sent")).to_contain_text("Cards counted")
    at.pick(2)
    page.click("[data-ask]:not([hidden]) [data-leave]")
    expect(page.locator(".taps .sent")).to_contain_text("Seat 2 leaves")
    page.goto(f"/desk/tables/{TABLE}")
    page.click("text=Nobody plays: close now")
    page.click("main button:has-text('Close table')")  # once more, for what follows
    expect(page.locator("h1")).to_contain_text("is closed")
    assert taps(page) <= BEFORE + MORE
    page.goto(f"/desk/tables/{TABLE}/cards")
    said = page.locator("table.grid tbody tr td:nth-child(2)").all_inner_texts()
    assert said == [
        "Cards put away: the table closed",
        "47 cards counted, right",
        "Red deck washed, shuffled and cut",
        "Red checked by hand",
    ]
    shot(page, "cards-history")
    accessible(page, in_both_themes=True)


@pytest.mark.rule("MASS-7(f)(1)", "MASS-3(b)", "MASS-2(a)")
def test_a_wrong_count_asks_for_new_cards_and_says_what_is_wrong(
    enter: Enter, house_of_shoes: Served, accessible: Callable[..., None]
) -> None:
    page = enter(OSCAR.username, viewport=TABLET)
    page.goto(f"/desk/tables/{TABLE}")
    page.click(".with-cards .more summary")
    page.fill("#missing-red", "2c")
    page.click("button:has-text('Checked: open the table')")
    refused = page.locator(".refusal.top")
    expect(refused).to_contain_text("2c is missing")
    expect(refused).to_contain_text("MASS-2(a)")
    shot(page, "cards-not-whole")
    page.click("button:has-text('Checked: open the table')")
    at = Console(page, TABLE)
    at.sit(3, name="Mei-Lin Zhao")
    at.open_round()
    at.tap("$15", seat=3)
    at.deal()
    at.tap("Fold")
    at.call("Close the round")
    page.fill("#count-found", "46")
    page.click("[data-cards-form] button")
    panel = page.locator(".cards-now")
    expect(panel).to_contain_text("The deck was sent away.")
    expect(page.locator("[data-open]")).to_have_attribute("aria-disabled", "true")
    assert not at.scrolls
    shot(page, "cards-sent-away")
    accessible(page, in_both_themes=True)
    page.click("button:has-text('New cards')")
    page.click("button:has-text('One red deck checked')")
    expect(page.locator("[data-open]")).to_contain_text("Washed, shuffled and cut")
    expect(page.locator("[data-open]")).to_have_attribute("aria-disabled", "false")
    page.set_viewport_size(PHONE)
    assert at.sticks_out == []
    shot(page, "cards-phone")
