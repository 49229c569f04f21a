"""A secret wager from a telephone: the console has a mark, the supervisor the form."""

import pytest

from tests.browser.shots import shot
from tests.browser.test_tournament_door import Night
from tests.tournaments.cast import STARTS
from tests.tournaments.secret_cast import BANKER_WINS, at_table
from tests.tournaments.test_secret_pages import pass_of

PHONE = {"width": 390, "height": 844}


@pytest.mark.rule("VIC99-N26-14.6.6", "VIC99-N26-14.6.7", "VIC99-N26-14.6.8")
def test_a_secret_wager_from_a_telephone_is_marked_examined_and_announced(
    browser, tmp_path, monkeypatch, accessible
):
    night = Night(browser, tmp_path, monkeypatch)
    table = at_table(night.db)
    night.minutes = STARTS + 1
    table.open()
    seat, entry_id = min(table.entries.items())
    with night.open():
        dealer = night.enter("amara")
        dealer.goto("/desk/tables/1/console")
        assert dealer.locator(".seat .mark").count() == 0
        context = browser.new_context(base_url=night.address, viewport=PHONE)
        phone = context.new_page()
        phone.goto(pass_of(night.app, night.db, entry_id))
        accessible(phone)
        shot(phone, "pass")
        phone.get_by_role("link", name="Secret wagers").click()
        accessible(phone)
        phone.get_by_label("Banker").check()
        phone.get_by_label("Amount in figures").fill("437")
        phone.get_by_label("The same in words").fill("four hundred and seven")
        shot(phone, "written")
        phone.get_by_role("button", name="Seal it").click()
        phone.get_by_text("do not say the same amount").wait_for()
        assert phone.get_by_label("Amount in figures").input_value() == ""
        shot(phone, "refused")
        phone.get_by_label("Banker").check()
        phone.get_by_label("Amount in figures").fill("437")
        phone.get_by_label("The same in words").fill("four hundred and thirty-seven")
        phone.get_by_role("button", name="Seal it").click()
        phone.get_by_role("heading", name="Your secret wager is sealed.").wait_for()
        accessible(phone)
        shot(phone, "sealed")
        mark = dealer.locator(f'.seat[data-seat="{seat}"] .mark')
        mark.wait_for()  # the console follows by itself
        assert mark.inner_text().strip() == "Secret wager"
        assert "437" not in dealer.locator("body").inner_text()
        accessible(dealer)
        shot(dealer, "console")
        tess = night.enter("tess")
        tess.goto("/desk/tables/1/secret")
        accessible(tess)
        shot(tess, "table")
        tess.get_by_role("link", name="Examine").click()
        assert "437" in tess.locator("main").inner_text()
        accessible(tess)
        shot(tess, "examine")
        tess.get_by_role("button", name="It is in order").click()
        tess.get_by_text("In order").first.wait_for()
        table.follow()
        table.console.must("no_more_bets")
        table.deal(BANKER_WINS)
        tess.reload()
        tess.get_by_role("button", name="Announce them").click()
        tess.get_by_text("are announced").wait_for()
        table.follow()
        table.console.must("close")
        tess.goto("/desk/tables/1/secret")
        accessible(tess)
        shot(tess, "open")
        tess.set_viewport_size(PHONE)
        shot(tess, "open-phone")
        phone.reload()
        phone.get_by_text("four hundred and thirty-seven").wait_for()
        accessible(phone)
        shot(phone, "inspect")
    assert table.stacks[seat] == 5_000 + 437 - 22
