"""From the last session to the prize slips, while a phone and a screen watch."""

import re

import pytest
from playwright.sync_api import expect

from rulebook import Refused
from tests.browser.test_tournament_door import HOME, Night
from tests.tournaments.cast import SLUG, at, do
from tests.tournaments.play_cast import deal, in_session, short_terms, tablet
from tests.tournaments.stages_cast import close_tables, draw_next, starts
from tests.tournaments.test_prizes import signs
from tests.tournaments.test_stages import ORDER, TOP_ONE, by_number
from tests.tournaments.test_table_close import LATER, expected
from tournaments.rules.clauses.house import TieBreak
from tournaments.stages import closing

PHONE = {"width": 390, "height": 844}
WALL = {"width": 1920, "height": 1080}
FINAL_HANDS = ("format.stages.stages.1.hands", 6)
SHARED = (ORDER, (TieBreak.SHARED, TieBreak.LOT))
# Players are told no chances (CROWN3-13.1): none of these words reaches them.
NO_CHANCES = re.compile(r"\b(odds|chances?|probab\w+|likely|settled who)\b", re.I)


@pytest.fixture
def night(browser, tmp_path, monkeypatch):
    """The heats are over and the seats of the final are released."""
    with Night(browser, tmp_path, monkeypatch).open() as found:
        made = short_terms(TOP_ONE, FINAL_HANDS, SHARED)
        in_session(found.db, made)
        close_tables(found.db, LATER, by_number)
        assert not isinstance(do(found.db, closing.close, 0, at(LATER)), Refused)
        found.minutes = starts(made, 1)
        draw_next(found.db, found.minutes - 5)
        yield found


class Watcher:
    """Somebody without a sign-in, and everything that reached their browser."""

    def __init__(self, night, address, viewport):
        context = night.browser.new_context(base_url=night.address, viewport=viewport)
        context.set_default_timeout(20_000)
        self.page, self.texts = context.new_page(), []
        self.page.on("response", self._keep)
        self.page.goto(address)

    def _keep(self, response):
        kind = response.headers.get("content-type", "")
        if "html" in kind or "json" in kind:
            self.texts.append(response.text())


def test_the_final_is_led_to_its_slips_while_others_watch(night):
    ruth = night.enter("ruth")
    token = _screen(ruth)
    ruth.goto(f"{HOME}/play")
    ruth.get_by_role("button", name="Start the final").click()
    ruth.get_by_role("heading", name=re.compile("One session is under")).wait_for()
    phone = Watcher(night, f"/t/{SLUG}/standings", PHONE)
    screen = Watcher(night, f"/display/{token}", WALL)
    expect(phone.page.locator(".asof")).to_contain_text("hand 1 of 6")
    before = phone.page.locator(".ladder tbody").inner_text()
    number = _table(ruth)
    night.minutes += 5
    console = tablet(night.db, number, minutes=night.minutes)
    deal(console)
    expect(phone.page.locator(".asof")).to_contain_text("hand 2 of 6")
    assert phone.page.locator(".ladder tbody").inner_text() != before
    expect(screen.page.locator("#live")).to_contain_text(re.compile(r"2\s*of 6"))
    for _ in range(5):
        deal(console)
    night.minutes += 30
    _counted_and_closed(night, number)
    _finished(night.enter("ruth"))
    _handed_out(night)
    phone.page.goto(f"/t/{SLUG}/results")
    expect(phone.page.locator("body")).to_contain_text("$")
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    for watcher in (phone, screen):
        assert watcher.texts
        assert not [t for t in watcher.texts if NO_CHANCES.search(_words(t))]


def _words(html):
    """What a page says, without its tags and its rule numbers' names."""
    return re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", html, flags=re.S)


def _screen(ruth):
    """The address of a screen on the wall, showing the hand."""
    ruth.goto(f"{HOME}/screens")
    ruth.get_by_label("Where it hangs").fill("Main wall")
    ruth.get_by_role("button", name="Make its address").click()
    for picture in ruth.locator("[name=pictures]").all():
        picture.set_checked(picture.get_attribute("value") == "hand")
    ruth.get_by_role("button", name="Switch Main wall").click()
    link = ruth.get_by_role("link", name="/display/")
    return link.get_attribute("href").rpartition("/")[2]


def _table(ruth):
    """The table of the final."""
    link = ruth.locator("a[href*='/play/1/1/table/']").first
    return int(link.get_attribute("href").rpartition("/")[2])


def _counted_and_closed(night, number):
    """Counted by one, confirmed by another, closed by the Director."""
    table, found = f"{HOME}/play/1/1/table/{number}", expected(night.db, number)
    for who, button in (("tess", "Keep the count"), ("sue", "Confirm the count")):
        page = night.enter(who)
        page.goto(table)
        form = page.locator("form", has=page.get_by_role("button", name=button))
        form.get_by_label("Tray").fill(str(found.rack_chips))
        for entry, chips in found.stacks.items():
            form.locator(f"[name=stack-{entry}]").fill(f"{chips:,}")
        page.get_by_role("button", name=button).click()
        page.wait_for_load_state()
    ruth = night.enter("ruth")
    ruth.goto(table)
    ruth.get_by_label("Cards counted").fill("52")
    ruth.get_by_role("button", name="Close the table").click()
    ruth.get_by_role("heading", name=f"Table {number} is closed.").wait_for()


def _finished(ruth):
    """The stage is closed and the tournament finished."""
    ruth.goto(f"{HOME}/stages")
    ruth.get_by_role("button", name="Close the final").click()
    ruth.get_by_text("The stage is closed.").wait_for()
    share = ruth.get_by_role("button", name="Share the prizes equally")
    while share.count():  # the cards may leave players level
        share.first.click()
        ruth.get_by_text("The step is kept with its result.").wait_for()
    ruth.goto(HOME)
    ruth.get_by_role("button", name="Finish the tournament").click()
    ruth.get_by_text("The tournament is finished.").wait_for()


def _handed_out(night):
    """The cage hands out the first prize, Ruth signs beside Carl, the slip prints."""
    signed = signs(night.db, night.app.extensions["config"])
    carl = night.enter("carl")
    carl.goto(f"{HOME}/prizes")
    carl.get_by_text("Hand out prize 1").click()
    form = carl.locator("details[open] form")
    form.get_by_label("Paper that was seen").fill("passport")
    form.get_by_label("User name").fill(signed["second"])
    form.get_by_label("Password").fill(signed["password"])
    form.get_by_role("button").click()
    carl.get_by_role("link", name="Slip 1").click()
    carl.get_by_text("passport").wait_for()
    slip = carl.get_by_role("link", name=re.compile("two copies"))
    printed = carl.request.get(slip.get_attribute("href"))
    assert printed.headers["content-type"] == "application/pdf"
