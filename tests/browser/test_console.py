"""The console on a tablet: rounds keyed and dealt, on good wifi and bad."""

import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from tests.browser.conftest import Enter, Served
from tests.browser.console_page import PHONE, TABLET, Console, cards_of


@pytest.mark.rule("HOUSE-CONSOLE-2")
def test_a_star4_round_is_keyed_from_the_first_ante_to_the_next_round(
    enter: Enter, house: Served, accessible: Callable[..., None]
) -> None:
    page = enter("amara", viewport=TABLET)
    at = Console(page, 8)
    for seat, card in zip((1, 4, 6), cards_of(house.folder, 3), strict=True):
        at.sit(seat, card=card)
    at.open_round()
    assert not at.scrolls
    for seat in (1, 4, 6):
        at.tap("$5", seat=seat)
    at.deal()
    assert at.turn == 1
    assert not at.scrolls
    accessible(page)
    page.set_viewport_size(PHONE)
    assert at.sticks_out == []
    page.set_viewport_size(TABLET)
    at.tap("$15")  # three times the ante
    at.tap("$5")
    at.tap("$10")
    assert not at.scrolls
    at.key("Qh")
    assert page.locator("[data-card='Qh']").count() == 0  # it is out
    at.tap("Fold")
    for _ in range(2):
        at.tap("$5")
    at.key("8s")
    for _ in range(2):
        at.tap("$5")
    at.key("2d")
    expect(page.locator(".wanted")).to_contain_text("Settle seat 6")
    at.key("9c", "9d")  # a pair of nines stands off
    at.key("Qs", "Qd")  # three queens pay 3 to 1
    assert not at.scrolls
    accessible(page)
    lines = page.locator(".lines tbody tr")
    assert lines.count() == 3
    expect(lines.nth(0)).to_contain_text("Pair of 9s, stand-off")
    expect(lines.nth(0)).to_contain_text("STAR4-1.1:Stand-off")
    expect(lines.nth(1)).to_contain_text("Three Queens, 3 to 1 on $20")
    expect(lines.nth(1)).to_contain_text("+$60")
    expect(lines.nth(2)).to_contain_text("Folded on 4th street")
    expect(lines.nth(2)).to_contain_text("−$20")
    at.call("Close the round")
    expect(page.locator("[data-open]")).to_be_visible()
    page.click("text=Step by step")
    expect(page.locator("h1")).to_contain_text("as the room could see it")
    accessible(page)


@pytest.mark.rule("HOUSE-CONSOLE-9")
def test_taps_made_without_a_line_are_sent_in_order_when_it_is_back(
    enter: Enter,
) -> None:
    page = enter("amara", viewport=TABLET)
    at = Console(page, 9)
    for seat, name in ((1, "Mei-Lin Zhao"), (2, "Arjun Patel")):
        at.sit(seat, name=name)
    at.open_round()
    page.context.set_offline(True)
    expect(page.locator("body.dead")).to_be_visible()
    for seat in (1, 2):
        at.pick(seat)
        at.shown(".opt:has(b:text-is('$25'))").click()
    expect(page.locator(".taps .unsent")).to_have_count(2)
    expect(page.locator("[data-line]")).to_contain_text("2 taps wait")
    sent: list[Request] = []

    def note(request: Request) -> None:
        sent.append(request)

    page.on("requestfinished", note)
    page.context.set_offline(False)
    expect(page.locator("body:not(.dead)")).to_be_visible()
    expect(page.locator("#console[data-seq='2']")).to_be_visible()
    for seat in (1, 2):
        expect(page.locator(f".seat[data-seat='{seat}']")).to_contain_text("$25")
    [taps] = [one for one in sent if one.url.endswith("/rounds/actions")]
    assert len(taps.post_data_json["actions"]) == 2  # both in one request
    at.tap("Take back", seat=1)
    at.tap("Take back", seat=2)


@pytest.mark.rule("HOUSE-CONSOLE-9")
def test_a_tap_whose_answer_was_lost_is_done_once(enter: Enter) -> None:
    page = enter("tom", viewport=TABLET)
    at = Console(page, 6)
    at.sit(1, name="Sofia Marchetti")
    at.sit(2, name="Noah Williams")
    at.open_round(maximum_payout="50000")
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)  # the house has done it; nobody hears
        route.abort()

    page.route("**/rounds/actions", lose_the_first)
    at.tap("$25", seat=1)
    expect(page.locator(".taps .sent")).to_contain_text("Sent")
    assert lost == [200]
    assert at.seq == "1"  # done once, told twice
    _taps_before_the_page_is_there(at)


def _taps_before_the_page_is_there(at: Console) -> None:
    """A tap right after another counts, though the page does not show the other."""
    page, slow = at.page, list[Route]()

    def hold_back(route: Route) -> None:
        slow.append(route)

    def done_as(seq: int) -> Callable[[Response], bool]:
        # On a busy machine the lost tap may be told once more in between.
        return lambda said: "/rounds/actions" in said.url and said.json()["seq"] == seq

    page.route("**/console/now*", hold_back)
    with page.expect_response(done_as(2)) as ante:
        at.pick(2)
        at.shown(".opt:has(b:text-is('$25'))").first.click()
    with page.expect_response(done_as(3)) as back:
        at.pick(1)
        at.shown(".opt:has(b:text-is('Take back'))").first.click()
    assert at.seq == "1"
    assert ante.value.json() == {"done": 1, "seq": 2, "refused": []}
    assert back.value.json() == {"done": 1, "seq": 3, "refused": []}
    page.unroute("**/console/now*")
    for route in slow:
        route.continue_()
    expect(page.locator("#console[data-seq='3']")).to_be_visible()
    at.tap("Take back", seat=2)


@pytest.mark.rule("HOUSE-STALE-1")
@pytest.mark.rule("HOUSE-CONSOLE-6")
def test_two_tablets_know_of_each_other_and_neither_overwrites(enter: Enter) -> None:
    first = Console(enter("amara", viewport=TABLET), 4)
    first.sit(2, name="Grace Nguyen")
    first.sit(3, name="José Almeida")
    first.open_round(maximum_payout="50000")
    second = Console(enter("tom", viewport=TABLET), 4)
    expect(second.page.locator(".two-hands")).to_contain_text("Amara Diallo")
    expect(first.page.locator(".two-hands")).to_contain_text("Tom Whitlock")
    second.page.route("**/console/now*", lambda route: route.abort())
    second.pick(3)
    first.tap("$25", seat=2)
    second.shown(".opt:has(b:text-is('$50'))").click()
    refused = second.page.locator(".taps .refused")
    expect(refused).to_contain_text("You saw action 0 of round")
    expect(refused).to_contain_text("is at action 1 of round")
    expect(refused).to_contain_text("HOUSE-STALE-1")
    first.tap("Take back", seat=2)


@pytest.mark.rule("HOUSE-ROUNDS-3")
def test_practice_says_so_and_undo_needs_a_reason(
    enter: Enter, accessible: Callable[..., None]
) -> None:
    page = enter("amara", viewport=TABLET)
    at = Console(page, 10)
    expect(page.locator(".practising")).to_contain_text("Nothing here counts")
    for seat in (1, 3):
        at.sit(seat, name=f"Learner {seat}")
    at.open_round(cards="dealt", maximum_payout="20000")
    at.tap("$10", seat=1)
    page.click(".undo summary")
    was = at.seq
    page.click("[data-undo] button:has-text('Wrong amount')")
    at.moves_on(was)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("No wager")
    at.tap("$20", seat=1)
    at.tap("$10", seat=3)
    at.deal()
    expect(page.locator(".practising")).to_be_visible()
    at.tap("$40")
    at.tap("Fold")
    at.deal()
    assert not at.scrolls
    accessible(page)
    expect(page.locator(".practising")).to_be_visible()
    page.goto("/desk/tables/10/console/rounds")
    page.get_by_role("button", name="Throw the practice rounds away").click()
    expect(page.locator(".done-note")).to_contain_text("thrown away")


@pytest.mark.rule("HOUSE-CONSOLE-7")
def test_a_seat_never_fetches_the_cards_of_another(
    enter: Enter, accessible: Callable[..., None]
) -> None:
    dealer = enter("priya", viewport=TABLET)
    at = Console(dealer, 1)
    for seat, name in ((2, "Mei-Lin Zhao"), (5, "Liam O’Rourke")):
        at.sit(seat, name=name)
    at.open_round(cards="dealt", maximum_payout="50000")
    players = [_seat_page(enter, _address(dealer, seat)) for seat in ("2", "5")]
    accessible(dealer)
    at = Console(dealer, 1)
    at.tap("$15", seat=2)
    at.tap("$15", seat=5)
    at.deal()
    held = []
    for page, heard in players:
        expect(page.locator(".own-hand .pc:not(.back)")).to_have_count(2)
        held.append(_own_cards(page))
        accessible(page)
        assert heard
    assert not set(held[0]) & set(held[1])
    for (_, heard), others in zip(players, reversed(held), strict=True):
        fetched = "\n".join(heard)
        assert not [card for card in others if card in fetched]
    room = dealer.content()
    assert not [card for card in (*held[0], *held[1]) if f'aria-label="{card}"' in room]


def _address(dealer: Page, seat: str) -> str:
    """The address of a seat's screen, off the page that shows it once."""
    dealer.goto("/desk/tables/1/console/screens")
    dealer.select_option("#seat", seat)
    dealer.click("button:has-text('Make a screen')")
    return dealer.locator("#main b.tnum").inner_text()


def _seat_page(enter: Enter, address: str) -> tuple[Page, list[str]]:
    """A seat's screen, and everything it ever fetches from the house but pictures."""
    page, heard = enter(""), list[str]()

    def listen(response) -> None:
        kinds = ("html", "json", "text")
        text = any(kind in response.headers.get("content-type", "") for kind in kinds)
        if text and response.status == 200 and "/static/" not in response.url:
            heard.append(response.text())

    page.on("response", listen)
    page.goto(address)
    page.click("button:has-text('Yes, this is mine')")
    return page, heard


def _own_cards(page: Page) -> list[str]:
    found = page.locator(".own-hand .pc").all()
    return [card.get_attribute("aria-label") or "" for card in found]


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}])
def test_the_console_works_on_a_phone_and_in_the_dark(
    enter: Enter, accessible: Callable[..., None], viewport: dict[str, int]
) -> None:
    page = enter("priya", viewport=viewport, color_scheme="dark")
    at = Console(page, 2)
    wide = page.evaluate("() => document.scrollingElement.scrollWidth")
    assert wide <= viewport["width"]
    at.sit(1, name="Grace Nguyen")
    at.open_round(maximum_payout="50000")
    at.tap("$15", seat=1)
    accessible(page, in_both_themes=True)
    at.tap("Take back", seat=1)


def test_whoever_looks_on_changes_nothing(enter: Enter) -> None:
    page = enter("samir", viewport=TABLET)
    Console(page, 3)
    expect(page.locator(".primary")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-ask='table']")).to_contain_text("HOUSE-ACCESS-1")


def test_a_supervisor_refuses_a_wager_on_grounds_that_are_typed(enter: Enter) -> None:
    page = enter("oscar", viewport=TABLET)
    at = Console(page, 9)
    if page.locator(".seat[data-seat='5'].free").count():
        at.sit(5, name="Grace Nguyen")
    if page.locator("[data-open]").count():
        at.open_round()
    at.tap("$25", seat=5)
    at.shown(".more summary").click()
    refuse = at.shown("button:has-text('Refuse the wager')")
    was = at.seq
    refuse.click()
    expect(at.shown(".grounds")).to_be_focused()  # nothing is sent without them
    assert at.seq == was
    at.shown(".grounds").fill("Bets for somebody else")
    refuse.click()
    at.moves_on(was)
    expect(page.locator(".seat[data-seat='5']")).to_contain_text("No wager")
    page.goto(page.url.removesuffix("/console") + "/console/rounds/1")
    expect(page.locator(".steps")).to_contain_text("has the wager refused")


@pytest.mark.rule("CROWN3-8.2:Table1-note")
def test_a_newcomer_opens_a_round_with_one_press(enter: Enter, house: Served) -> None:
    page = enter("amara", viewport=TABLET)
    at = Console(page, 5)
    most = page.locator("#choice-maximum_payout")
    expect(most).to_have_value("125000")  # suggested, until the notice says otherwise
    most.fill("plenty")
    page.click("[data-open]")
    says = page.locator("#says-maximum_payout")
    expect(says).to_have_text("Write an amount such as 25 or 25.50.")
    expect(most).to_be_focused()
    most.fill("")
    page.click("[data-open]")
    expect(says).to_contain_text("No maximum payout is posted at the table.")
    most.fill("$1,001.15")  # a hundred times that is no whole number to a computer
    at.sit(2, name="Mei-Lin Zhao")
    expect(most).to_have_value("$1,001.15")  # somebody sat down; what is typed stays
    page.click(".taps [data-dismiss]")
    at.open_round()
    with sqlite3.connect(house.folder / "house.sqlite3") as db:
        query = (
            "select json_extract(r.setup, '$.maximum_payout') from game_round r "
            "join gaming_table t on t.id = r.table_id where t.number = 5"
        )
        assert db.execute(query).fetchall() == [(100_115,)]
    expect(at.shown(".soft")).to_have_text("Tap a seat, or go on.")
    at.pick(2)
    tops = at.shown(".opts-row > .opt, .opts-row > .typed").evaluate_all(
        "all => all.map(each => Math.round(each.getBoundingClientRect().top / 20))"
    )
    assert len(set(tops)) == 1  # everything that may be tapped is in one row
    assert at.shown(".extra .toggle").count() == 1  # with the jackpot beside it
    at.tap("$25", seat=2, also="Jackpot")
    at.tap("Take back", seat=2)
