"""A car is drawn in real browsers by two people, and checked by a stranger."""

import pytest
import time_machine
from sqlmodel import select

from promotions.drawing.models import DrawRow
from promotions.rules.goods import Given
from tests.browser.serving import serving
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import PHRASE, SHOW
from tests.promotions.promo_cast import ANA, EDITH, MIRIAM
from tests.promotions.test_claims import terms_with
from tests.promotions.test_draw_pages import THERE, TWO_MINUTES

BIG = {"width": 1920, "height": 1080}
MONEY = {
    "alternative_cents": 30_000_00,
    "given": (Given.HANDED_OVER, Given.CHEQUE, Given.TRANSFER),
}


@pytest.fixture
def served(app, db, tmp_path):
    """A car worth more than $10,000 is about to be drawn; the clock is ours."""
    with db.writing() as session:
        prize = terms_with(session, "STAR4", **MONEY)
    row, _ = cast.frozen_house(app, db, tmp_path, changes=(*THERE, *prize))
    with time_machine.travel(SHOW, tick=False) as clock, serving(app) as address:
        yield address, row.slug, clock


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def sign_lapse(page, address):
    page.goto(address)
    page.get_by_label("Reason").fill("Called three times; nobody came.")
    press(page, "Sign it")
    page.get_by_text("You have signed it.").wait_for()


def by_hand(page, path, **fields):
    """A request that no page offers, with everything a page would send."""
    return page.evaluate(
        """async ([path, fields]) => {
            const from = document.querySelector("[name=csrf_token]");
            const body = new URLSearchParams({...fields, csrf_token: from.value,
                _key: crypto.randomUUID?.() ?? String(Math.random()).slice(2)});
            return (await fetch(path, {method: "POST", body})).status;
        }""",
        [path, fields],
    )


@pytest.mark.rule("STAR4-14.2", "HOUSE-PROMOTION-102", "HOUSE-PROMOTION-107")
@pytest.mark.rule("HOUSE-PROMOTION-45", "HOUSE-PROMOTION-104")
def test_two_people_draw_a_car_and_a_stranger_checks_it(
    served,
    come_in,
    db,
    accessible,
):
    _, slug, clock = served
    desk, room = f"/desk/promotions/{slug}", f"/desk/promotions/{slug}/draws/1"
    ana, edith = come_in(ANA), come_in(EDITH)

    ana.goto(room)
    ana.get_by_label("Who draws").select_option("ana")
    press(ana, "Set up the room")
    ana.get_by_text("The room is set up.").wait_for()
    assert ana.get_by_role("button", name="Draw now").count() == 0
    assert by_hand(ana, f"{room}/hold") == 409  # one alone gets nowhere
    assert by_hand(ana, f"{room}/present") == 403
    edith.goto(room)
    assert by_hand(edith, f"{room}/hold") == 403
    with db.reading() as session:
        assert session.exec(select(DrawRow)).all() == []

    edith.get_by_label("Your phrase").fill(PHRASE)
    press(edith, "I am here and consent")
    edith.get_by_text("You are marked as present.").wait_for()
    ana.reload()
    accessible(ana)
    press(ana, "Draw now")
    ana.get_by_text("Draw 1 is held.").wait_for()
    press(ana, "Give it a screen")
    stage = come_in(viewport=BIG)
    stage.goto(ana.get_by_role("link", name="Open stage 1").get_attribute("href"))
    stage.get_by_text("It is drawn").wait_for()
    press(ana, "Show name 1 of 1")
    stage.get_by_text("The winner").wait_for()
    accessible(stage)

    ana.locator("table a").first.click()
    ana.get_by_role("button", name="Call").click()
    ana.get_by_text("The time runs.").wait_for()
    absent = ana.url
    clock.move_to(SHOW + TWO_MINUTES)
    sign_lapse(ana, absent)
    selection = absent.rpartition("/")[2]
    assert by_hand(ana, f"{desk}/winners/{selection}/reserve") == 409
    twice = {"ground": "lapsed", "reason": "Nobody came."}
    assert by_hand(ana, f"{desk}/winners/{selection}/vacant", **twice) == 409
    sign_lapse(come_in(MIRIAM), absent)
    edith.goto(absent)
    edith.get_by_label("Your phrase").fill(PHRASE)
    press(edith, "I am here and consent")
    edith.get_by_text("You are marked as present.").wait_for()
    ana.reload()
    press(ana, "Open the next reserve")
    ana.get_by_text("A reserve is opened.").wait_for()
    ana.get_by_role("button", name="Call").click()  # told in the room
    ana.get_by_text("The time runs.").wait_for()
    pay(ana, come_in(MIRIAM), f"{desk}/winners")

    anybody = come_in()
    anybody.goto(f"/p/{slug}/check")
    accessible(anybody)
    anybody.get_by_role("button", name="Work draw 1 out again").click()
    anybody.get_by_text("comes out the same").wait_for()
    assert "Lee" not in anybody.inner_text("main")


def pay(first, second, winners):
    """The winner who came forward takes the money instead, and two sign."""
    first.goto(winners)
    first.get_by_role("link", name="Open").first.click()
    first.get_by_label("Paper seen").fill("Licence 4411")
    press(first, "Enter the claim")
    first.get_by_text("The prize is claimed.").wait_for()
    first.get_by_label("in money").check()
    first.locator("[name=way_1]").select_option("electronic-transfer")
    first.locator("[name=cents_1]").fill("30,000")
    press(first, "Sign first")
    first.get_by_text("You signed first.").wait_for()
    assert by_hand(first, f"{first.url}/handed", seen="1") == 409  # not by one alone
    second.goto(first.url)
    press(second, "Sign as second and hand it over")
    second.get_by_text("The prize is handed over.").wait_for()
