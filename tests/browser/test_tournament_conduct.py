"""A table calls the Director on its tablet, and a player is disqualified there."""

import re
import shutil

import pytest
import time_machine
from sqlmodel import select

from app import create_app
from house.config import Config, Mode
from house.db import Database
from house.people import sessions
from house.people.models import StaffRow
from tests.browser.serving import browsers, serving
from tests.house.conftest import SECRET, sqlite_template  # noqa: F401
from tests.tournaments.cast import SLUG, STARTS, at
from tests.tournaments.play_cast import deal, in_session, tablet

HOME = f"/desk/tournaments/{SLUG}"
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 800}
WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def at_play(tmp_path, sqlite_template, browser):  # noqa: F811
    """A house in which a session is played; whoever is named comes in by browser."""
    path = tmp_path / "house.sqlite3"
    shutil.copy(sqlite_template, path)
    url, now = f"sqlite:///{path}", at(STARTS + 5).now
    db = Database(url)
    in_session(db)
    deal(tablet(db))
    app = create_app(Config(Mode.DEMO, url, SECRET))
    with (
        time_machine.travel(now, tick=True),
        serving(app) as address,
        browsers(browser, address) as page_of,
    ):

        def enter(username, viewport):
            with db.writing() as session:
                named = select(StaffRow).where(StaffRow.username == username)
                token, mine = sessions.begin(
                    session,
                    session.exec(named).one(),
                    key=f"browser-{username}",
                    address="127.0.0.1",
                    agent="test",
                    now=now,
                )
                mine.second_factor_at = mine.stepped_up_at = now
            return page_of(token, viewport=viewport)

        yield enter
    db.engine.dispose()


@pytest.mark.rule("HOUSE-TOURN-264", "HOUSE-TOURN-260", "CROWN3-12.5.3(b)(v)")
def test_a_table_calls_and_a_player_is_disqualified(at_play, accessible):
    dealer, ruth = at_play("amara", TABLET), at_play("ruth", PHONE)
    dealer.goto("/desk/tables/1/console")
    dealer.get_by_role("link", name="Call the director").click()
    dealer.get_by_label("What it is about").fill("Seat 2 signals to seat 3")
    accessible(dealer, in_both_themes=True)
    dealer.get_by_role("button", name="Call the Director").click()
    dealer.get_by_text("The Director is called to table 1.").first.wait_for()
    ruth.goto(f"{HOME}/book")
    accessible(ruth, in_both_themes=True)
    assert ruth.evaluate(WIDE) <= PHONE["width"]
    ruth.get_by_role("button", name="I am on the way").click()
    dealer.reload()
    dealer.get_by_text("Ruth is on the way to table 1.").first.wait_for()
    ruth.goto(f"{HOME}/play/0/1/table/1")
    ruth.get_by_role("link", name=re.compile("Penalty, late, out")).first.click()
    ruth.get_by_role("link", name=re.compile("collusion")).click()
    ruth.get_by_text("can win nothing").first.wait_for()
    accessible(ruth, in_both_themes=True)
    assert ruth.evaluate(WIDE) <= PHONE["width"]
    ruth.get_by_label("What happened").fill("Signals, seen on camera 4")
    ruth.get_by_role("button", name="Do it", exact=True).click()
    ruth.get_by_text("is disqualified").first.wait_for()
    accessible(ruth)
    ruth.goto(f"{HOME}/book")
    ruth.get_by_label("What was done at table 1").fill("One is out")
    ruth.get_by_role("button", name="It is done").click()
    ruth.get_by_text("Number 1").or_(ruth.get_by_text("collusion")).first.wait_for()
    for room in ("handover", "duty"):
        ruth.goto(f"{HOME}/{room}")
        accessible(ruth, in_both_themes=True)
        assert ruth.evaluate(WIDE) <= PHONE["width"]
