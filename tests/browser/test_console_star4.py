"""A STAR4 table on a tablet: a folded jackpot winner, a misdeal, a loss limit."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect
from sqlmodel import Session, select

from game.loss_limits import Duty
from house.db import Database
from house.demo.patrons import done
from house.demo.staff import OSCAR, RUTH
from house.floor.acts import Act
from house.floor.meters import linking, services
from house.floor.tables.services import get
from house.payments import loss_limits
from house.people.patrons.models import PatronRow, PlayerCardRow
from tests.browser.conftest import Enter, Served
from tests.browser.console_page import TABLET, Console, cards_of
from tests.house.meters import STAR

TABLE = 8


@pytest.fixture(scope="module")
def db(house: Served) -> Iterator[Database]:
    """The house's own database, with a meter at the table."""
    db = Database(f"sqlite:///{house.folder}/house.sqlite3")
    act = Act(RUTH.actor, datetime.now(UTC))
    with db.writing() as session:
        table = get(session, TABLE)
        assert table is not None
        meter = done(services.set_up(session, "Pyrmont Progressive", STAR, act))
        done(linking.link_draft(session, meter, table, act))
        seen = linking.TableChecked(STAR.reseed_cents, has_spots=True)
        done(linking.look(session, meter, table, seen, act))
        done(services.open_meter(session, meter, act))
    yield db
    db.engine.dispose()


def patron_of(session: Session, card: str) -> PatronRow:
    mine = select(PlayerCardRow).where(PlayerCardRow.number == card)
    return session.get_one(PatronRow, session.exec(mine).one().patron_id)


@pytest.fixture
def at(enter: Enter, house: Served, db: Database) -> Console:
    """The supervisor's tablet, with players of their own cards at seats 2 and 5."""
    at = Console(enter(OSCAR.username, viewport=TABLET), TABLE)
    for seat, card in zip((2, 5), cards_of(house.folder, 9)[-2:], strict=True):
        if at.page.locator(f".seat[data-seat='{seat}'].free").count():
            at.sit(seat, card=card)
    return at


@pytest.mark.rule("STAR4-10.2.1")
def test_a_folded_hand_wins_its_jackpot(
    at: Console, accessible: Callable[..., None]
) -> None:
    at.open_round()
    at.tap("$5", seat=2)
    at.tap("$5", seat=5, also="Jackpot")
    at.deal()
    at.tap("$5")
    at.tap("Fold")  # the jackpot wager lives on
    for card in ("Qh", "Jh", "Th"):
        at.key(card)
        if at.turn and not at.page.locator("[data-keying]").count():
            at.tap("$5")
    expect(at.page.locator(".wanted")).to_contain_text("Settle seat 5")
    at.key("Ah", "Kh")
    at.key("2c", "3d")
    at.call("Close the round")
    lines = at.page.locator(".lines tbody tr")
    jackpot = lines.filter(has_text="Jackpot: royal flush (folded)")
    expect(jackpot).to_contain_text("claimed of the meter")
    expect(jackpot.locator("a", has_text="to be confirmed")).to_be_visible()
    assert not at.scrolls
    accessible(at.page)


@pytest.mark.rule("HOUSE-ROUNDS-8")
def test_a_misdeal_gives_every_stake_back(at: Console) -> None:
    page = at.page
    at.open_round()
    for seat in (2, 5):
        at.tap("$5", seat=seat)
    at.deal()
    page.click("text=Something went wrong")
    page.click("a[href*='what=deck-fault']")
    page.fill("[name='q-count']", "51")
    page.click("button:has-text('Show the ruling')")
    expect(page.locator(".verdict .sentence")).to_contain_text("void")
    page.click("button:has-text('Apply the ruling')")
    page.wait_for_url("**/desk/rulings/*")
    at = Console(page, TABLE)
    expect(page.locator(".primary")).to_contain_text("First: ")  # the next round waits
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")
    while (task := page.locator(".first button:has-text('It is done')")).count():
        left = task.count()
        page.locator(".first input").first.fill("52")
        task.first.click()
        expect(page.locator(".first form")).to_have_count(left - 1)
    expect(page.locator("[data-open]")).to_be_enabled()
    for seat in (2, 5):
        expect(page.locator(f".seat[data-seat='{seat}']")).to_contain_text("Void")
    lines = page.locator(".lines tbody tr")
    assert lines.count() == 2
    assert [row.inner_text().split()[-1] for row in lines.all()] == ["$0", "$0"]


@pytest.mark.rule("STAR4-11.17")
def test_wagers_over_a_loss_limit_are_cut_back(
    at: Console, db: Database, house: Served
) -> None:
    page = at.page
    at.open_round()
    for seat in (2, 5):
        at.tap("$10", seat=seat)
    at.deal()
    at.tap("$30")
    with db.writing() as session:
        patron = patron_of(session, cards_of(house.folder, 9)[-2])
        wanted = loss_limits.LimitRequest(25_00, 7, frozenset(Duty))
        act = Act(OSCAR.actor, datetime.now(UTC))
        done(loss_limits.set_limit(session, patron, wanted, act))
    expect(page.locator(".seat[data-seat='2'] .note")).to_be_visible()
    page.goto(f"/desk/tables/{TABLE}/seats")
    page.click("button:has-text('Cut wagers back to the limit') >> nth=0")
    expect(page.locator(".done-note")).to_contain_text("is applied")
    at = Console(page, TABLE)
    cut = page.locator(".seat[data-seat='2']")
    expect(cut).to_contain_text("3rd $15")  # of $30: with the ante, all that is left
    expect(cut.locator(".note")).to_contain_text("Chips not declared")
    at.tap("Fold")
    assert not at.scrolls
