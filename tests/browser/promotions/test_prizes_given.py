"""After a draw in real browsers: one winner is told and paid, one refused by two."""

import pytest
import time_machine

from house.people.roles import Role
from tests.browser.serving import browsers, serving
from tests.promotions.drawn_cast import LATER, drawn, money
from tests.promotions.promo_cast import JONAH, MIRIAM, add_staff, reach
from tests.promotions.test_claims import terms_with

PHONE = {"width": 390, "height": 844}
ROOMS = ("winners", "store", "registers", "sanity", "incidents", "disputes")


@pytest.fixture
def served(app, db):
    """A draw of $12,000 for each of two winners, held an hour ago."""
    with time_machine.travel(LATER, tick=False):
        with app.app_context(), db.writing() as session:
            reach(session)
            add_staff(session, JONAH, MIRIAM)
            prize = money(12_000_00, regime="STAR4")
            changes = terms_with(session, "STAR4", **prize)
            row, *_ = drawn(session, "Wen", "Zoe", changes=changes)
        with serving(app) as address:
            yield address, row.slug


@pytest.fixture
def at_desk(served, browser, fresh_token):
    """A browser of somebody who has only just shown that it is them."""
    with browsers(browser, served[0]) as page_of:

        def as_(*roles, **options):
            return page_of(fresh_token(*roles, now=LATER), **options)

        yield as_


def press(page, name):
    page.get_by_role("button", name=name).click()


def tell(page, name):
    """Reach a winner by telephone, and enter the claim."""
    page.get_by_role("link", name=f"Open {name}").click()
    page.get_by_label("How", exact=True).select_option("telephone")
    press(page, "Keep the attempt")
    page.get_by_text("The attempt is kept.").wait_for()
    page.get_by_label("Paper seen").fill("Licence 4411")
    press(page, "Enter the claim")
    page.get_by_text("The prize is claimed.").wait_for()


@pytest.mark.rule("HOUSE-PROMOTION-76", "HOUSE-PROMOTION-78", "STAR4-14.5")
def test_one_winner_is_told_and_paid_and_another_refused_by_two(
    served, at_desk, accessible
):
    at = f"/desk/promotions/{served[1]}"
    jonah, miriam = at_desk(Role.MARKETING), at_desk(Role.APPROVER)
    jonah.goto(f"{at}/winners")
    accessible(jonah)
    tell(jonah, "Wen Lee")
    accessible(jonah)
    jonah.locator("[name=way_1]").select_option("crossed-cheque")
    jonah.locator("[name=cents_1]").fill("5,000")
    jonah.locator("[name=way_2]").select_option("electronic-transfer")
    jonah.locator("[name=cents_2]").fill("6,999.99")
    press(jonah, "Sign first")
    jonah.get_by_text("Nothing was changed.").wait_for()  # a cent is missing
    accessible(jonah)
    jonah.locator("[name=cents_2]").fill("7,000")
    press(jonah, "Sign first")
    jonah.get_by_text("You signed first.").wait_for()  # one alone gets no further
    accessible(jonah)
    miriam.goto(f"{at}/winners")
    miriam.get_by_role("link", name="Open Wen Lee").click()
    press(miriam, "Sign as second and hand it over")
    miriam.get_by_text("The prize is handed over.").wait_for()
    jonah.reload()
    receipt = jonah.get_by_role("link", name="Receipt").get_attribute("href")
    assert jonah.request.get(receipt).body().startswith(b"%PDF")

    jonah.goto(f"{at}/winners")
    tell(jonah, "Zoe Lee")
    jonah.get_by_text("Ground, evidence and two signatures").click()
    jonah.get_by_label("Ground").select_option("not eligible")
    jonah.get_by_label("Reason, as the patron reads it").fill("You were not 18 yet.")
    jonah.get_by_label("Evidence: where it is found").fill("Licence, file 7")
    press(jonah, "Sign the refusal first")
    jonah.get_by_text("You signed. Somebody else signs as well").wait_for()
    press(jonah, "Sign the refusal as second")  # one person alone gets nowhere
    jonah.get_by_text("Nothing was changed.").wait_for()
    miriam.goto(f"{at}/winners")
    miriam.get_by_role("link", name="Open Zoe Lee").click()
    press(miriam, "Sign the refusal as second")
    miriam.get_by_text("The claim is refused: now send the reason.").wait_for()
    accessible(miriam)

    phone = at_desk(Role.MARKETING, Role.APPROVER, viewport=PHONE)
    for room in ROOMS:
        phone.goto(f"{at}/{room}")
        accessible(phone, in_both_themes=True)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.goto(f"/p/{served[1]}/results")
    accessible(phone, in_both_themes=True)
    assert "Claims refused: 1" in phone.inner_text("main")
