"""A session on three tables in a real browser: hands, a misdeal, a blind recount."""

import re

import pytest
from sqlmodel import select

from house.floor.models import TableRow
from house.people.roles import Role
from rulebook import Refused
from tests.browser.test_tournament_door import HOME, Night
from tests.house.conftest import add_staff
from tests.house.rounds_cast import key
from tests.tournaments import cast
from tests.tournaments.cast import STARTS, at, who
from tests.tournaments.play_cast import asked, deal, short_terms, tablet
from tests.tournaments.test_play import void_all
from tests.tournaments.test_table_close import expected

TABLES = (1, 2, 3)


@pytest.fixture
def night(browser, tmp_path, monkeypatch):
    """Play has started with nine players at three tables; no session yet."""
    with Night(browser, tmp_path, monkeypatch).open() as found:
        stage = "format.stages.stages.0"
        made = short_terms(
            (f"{stage}.tables", 3),
            (f"{stage}.seats", 4),
            ("details.players.minimum", 9),
            ("details.players.expected", 9),
            ("winners.split.tables.0.from_players", 9),
            hands=4,
        )
        cast.with_entries(found.db, 9, made)
        assert not isinstance(cast.appoint(found.db), Refused)
        cast.set_up_tables(found.db, *TABLES)
        for number in TABLES:
            assert not isinstance(cast.designate(found.db, number), Refused)
        cast.draw(found.db)
        _staffed(found.db)
        yield found


def _staffed(db):
    assert not isinstance(cast.brief_all(db), Refused)
    cast.do(db, cast.presence.check, at(6), coming=True)
    cast.do(db, cast.playing.start_play, at(STARTS))
    with db.writing() as session:
        for name in ("tess", "sue"):
            add_staff(session, name, Role.SUPERVISOR, at=at(-60).now)
        for table in session.exec(select(TableRow)).all():
            table.supervisor_id = who(session, "tess")


def _counted(page, found, button, off=0):
    """Key a count of the table and keep it."""
    form = page.locator("form", has=page.get_by_role("button", name=button))
    form.get_by_label("Tray").fill(str(found.rack_chips + off))
    for entry, chips in found.stacks.items():
        form.locator(f"[name=stack-{entry}]").fill(f"{chips:,}")
    page.get_by_role("button", name=button).click()


def test_a_session_on_three_tables_with_a_misdeal_and_a_blind_recount(
    night, accessible
):
    night.minutes = STARTS
    ruth = night.enter("ruth")
    ruth.goto(f"{HOME}/play")
    ruth.get_by_role("button", name="Start the heats").click()
    ruth.get_by_role("heading", name=re.compile("One session is under")).wait_for()
    accessible(ruth)
    assert ruth.get_by_text("Hand 1 of 4").count() == 3
    night.minutes = STARTS + 5
    _a_misdeal(night)
    for number in TABLES:
        console = tablet(night.db, number, minutes=STARTS + 5)
        for _ in range(4):
            deal(console)
    night.minutes = STARTS + 40
    _closes(night, accessible)


def _a_misdeal(night):
    """The cards are dealt wrong at table 1: the hand is void and played again."""
    console = tablet(night.db, 1, minutes=STARTS + 5)
    console.open(options={"cards": "dealt"}, key_=key())
    first = asked(console, lambda play: play.first_to_bet())
    for seat in (first, *sorted(asked(console, lambda p: p.playing) - {first})):
        console.must("ante", seat=seat, amount=100)
    console.must("no_more_bets")
    console.must("deal")
    void_all(console)
    page = night.enter("tess")
    page.goto("/desk/tables/1/console")
    page.get_by_text("Hand 1 was void and is played again.").first.wait_for()


def _closes(night, accessible):
    """Two people count differently, then alike; the Director closes the table."""
    table = f"{HOME}/play/0/1/table/1"
    found = expected(night.db)
    tess, sue, ruth = (night.enter(name) for name in ("tess", "sue", "ruth"))
    tess.goto(table)
    accessible(tess)
    _counted(tess, found, "Keep the count")
    sue.goto(table)
    assert str(found.rack_chips) not in sue.content()
    _counted(sue, found, "Confirm the count", off=25)
    sue.get_by_role("heading", name=re.compile("differ")).wait_for()
    tess.goto(table)
    tess.get_by_text("Count again").last.click()
    _counted(tess, found, "Keep the count")
    sue.goto(table)
    _counted(sue, found, "Confirm the count")
    ruth.goto(table)
    ruth.get_by_role("heading", name=re.compile("agree")).wait_for()
    ruth.get_by_label("Cards counted").fill("52")
    ruth.get_by_role("button", name="Close the table").click()
    ruth.get_by_role("heading", name="Table 1 is closed.").wait_for()
    accessible(ruth)
