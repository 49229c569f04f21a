"""A busy night: one player enters, pays, has it printed, arrives and is moved."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlmodel import select

from app import create_app
from house import clock, migrate
from house.config import Config, Mode
from house.db import Database
from house.people import sessions
from house.people.models import StaffRow
from rulebook import Refused
from tests.browser.serving import serving
from tests.tournaments import cast
from tests.tournaments.cast import at, look
from tournaments.path import ledgers
from tournaments.seating.seats import seats_now

HOME = f"/desk/tournaments/{cast.SLUG}"
BEFORE = cast.STARTS - 10


class Night:
    """A house of the cast, served in this process at the hour the test says."""

    def __init__(self, browser, folder: Path, monkeypatch):
        url = f"sqlite:///{folder / 'house.sqlite3'}"
        migrate.upgrade(url)
        self.browser, self.db, self.minutes = browser, Database(url), 1
        monkeypatch.setattr(clock, "now", lambda: at(self.minutes).now)
        config = Config(
            mode=Mode.DEMO,
            database_url=url,
            secret_key="a secret of the tests alone, long enough",
            outbox=folder / "outbox",
            checkpoints=folder / "checkpoints",
            checkpoint_key=folder / "checkpoint-key",
            press=folder / "press",
        )
        self.app = create_app(config)

    @contextmanager
    def open(self):
        """Serve until the test is done."""
        try:
            with serving(self.app) as self.address:
                yield self
        finally:
            self.db.engine.dispose()
            self.app.extensions["database"].engine.dispose()

    def enter(self, username):
        """A page of somebody who has signed in now."""
        with self.db.writing() as session:
            mine = select(StaffRow).where(StaffRow.username == username)
            token, row = sessions.begin(
                session,
                session.exec(mine).one(),
                key=f"{username}-{self.minutes}-0123456789",
                address="127.0.0.1",
                agent="test",
                now=at(self.minutes).now,
            )
            row.second_factor_at = at(self.minutes).now
        context = self.browser.new_context(base_url=self.address)
        context.set_default_timeout(20_000)
        context.add_cookies([{"name": "session", "value": token, "url": self.address}])
        return context.new_page()


@pytest.fixture
def night(browser, tmp_path, monkeypatch):
    """A tournament that takes entries."""
    with Night(browser, tmp_path, monkeypatch).open() as found:
        cast.with_entries(found.db, 3)
        cast.patrons(found.db, 1, suburb="Carlton", email="new@example.com")
        yield found


def test_a_player_enters_pays_arrives_and_is_moved(night, accessible):
    page = night.enter("erin")
    page.goto(f"{HOME}/entries?q=new@example.com")
    page.get_by_role("link", name=re.compile("^Enter ")).click()
    page.get_by_label("Paid by").select_option("cash")
    page.get_by_role("button", name="Take the entry").click()
    page.wait_for_url(re.compile(r"/entries/4/money$"))
    page.get_by_role("row", name=re.compile("Entry Cash")).get_by_role("link").click()
    page.wait_for_url(re.compile(r"/receipts/\d+$"))
    with page.expect_response(re.compile(r"\.pdf\?copy=0")) as print_:
        page.get_by_role("button", name="Print the original").click()
    assert print_.value.headers["content-type"] == "application/pdf"
    _seats(night.db)
    night.minutes = BEFORE
    _arrives(night.enter("erin"), accessible)
    _is_moved(night, night.enter("ruth"))


def _seats(db):
    """Between the two evenings the seats are drawn and released."""
    assert not isinstance(cast.appoint(db), Refused)
    cast.set_up_tables(db, 1, 2)
    for number in (1, 2):
        assert not isinstance(cast.designate(db, number), Refused)
    cast.draw(db)


def _arrives(page, accessible):
    """The field has the focus from the start, and again after every scan."""
    page.goto(f"{HOME}/arrival")
    accessible(page, in_both_themes=True)
    _camera(page)
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I have seen a document").click()
    page.get_by_text("1 of 4 players of session 1 are here").wait_for()
    assert page.evaluate("document.activeElement.id") == "code"
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.get_by_text("is here already").wait_for()
    page.get_by_role("button", name="Player 02").click()
    page.get_by_text("Nobody has seen a document of Player 02").first.wait_for()


def _camera(page):
    """A browser that reads no codes says so, and what to do instead."""
    button, says = page.locator("#camera"), page.locator("#camera-says")
    if page.evaluate("'BarcodeDetector' in window"):
        expect(button).to_be_visible()
    else:
        expect(says).to_contain_text("use a scanner, or type the entry number")
        expect(button).to_be_hidden()


def _is_moved(night, page):
    """To a seat that nobody has, with its reason."""
    mine = look(night.db, ledgers.entry, 4)
    taken = {s.place for s in look(night.db, seats_now).values()}
    free = next(n for n in range(1, 7) if (1, 1, n) not in {_of(p) for p in taken})
    page.goto(f"{HOME}/moves")
    page.locator("[name=entry]").first.fill("4")
    page.locator("[name=session]").first.fill("1")
    page.locator("[name=table_number]").first.fill("1")
    page.locator("[name=seat]").first.fill(str(free))
    page.locator("[name=why]").first.fill("Too near to the door")
    page.get_by_role("button", name="Move", exact=True).click()
    page.wait_for_load_state()
    assert look(night.db, seats_now)[mine.pk].seat == free


def _of(place):
    return (place.session, place.table, place.seat)
