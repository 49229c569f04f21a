"""Signs as people see them: a raise that happens, a screen that lives and dies."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect
from sqlmodel import select

from app import create_app
from house.config import Config, Mode
from house.db import Database
from house.floor.signs.models import DisplayRow, LimitChangeRow
from house.notices import deadlines

TABLET = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1920, "height": 1080}
TALL = {"width": 1080, "height": 1920}
TABLES = "/desk/tables"
PAGES = (
    "/",
    "/2",
    "/2/limits",
    "/2/closing",
    "/2/personal",
    "/2/sign/down",
    "/2/sign",
    "/3",
    "/3/closing",
    "/7",
    "/9",
    "/9/limits",
    "/clock",
)


@pytest.fixture
def db(house):
    """The database of the house that is served, within the house itself.

    What else is due meanwhile, such as the nightly look at the record, wants one.
    """
    url = f"sqlite:///{house.folder}/house.sqlite3"
    with create_app(Config(Mode.DEMO, url, "s" * 32)).app_context():
        database = Database(url)
        yield database
        database.engine.dispose()


def screen_of(db, table_name):
    with db.reading() as session:
        query = select(DisplayRow).where(DisplayRow.name == f"{table_name}, limits")
        return session.exec(query.order_by(DisplayRow.id.desc())).first().token


@pytest.mark.rule("CROWN3-6.1:fn1-s66(2)")
def test_a_supervisor_raises_a_minimum_and_sees_it_happen(enter, db, accessible):
    page = enter("priya", viewport=TABLET)
    page.goto(f"{TABLES}/5")
    page.click("text=A screen")
    page.click("text=Change the limits")
    page.fill("#minimum_cents", "50")
    page.click("main button[type=submit]")
    page.wait_for_url(f"**{TABLES}/5")
    expect(page.locator("h1")).to_contain_text("its minimum is about to rise")
    expect(page.locator("#state")).to_contain_text(re.compile(r"in \d+ min"))
    expect(page.locator("#state .now")).to_contain_text("$25–$1,000")
    accessible(page)
    sign = page.context.new_page()
    sign.set_viewport_size(WIDE)
    sign.goto(f"/display/{screen_of(db, 'Table 5')}")
    expect(sign.locator(".onemin .fig")).to_have_text("$25")
    expect(sign.locator(".turn")).to_contain_text("From then the minimum is $50")
    with db.reading() as session:
        query = select(LimitChangeRow).order_by(LimitChangeRow.id.desc())
        change = session.exec(query).first()
        due = change.effective_at
    wait = due - change.announced_at
    assert timedelta(minutes=20) <= wait < timedelta(minutes=21)  # to a full minute
    assert deadlines.run_due(db, due - timedelta(seconds=1)).failed == 0
    page.reload()
    expect(page.locator("#state .now")).to_contain_text("$25–$1,000")
    assert deadlines.run_due(db, due).failed == 0  # twenty minutes later
    expect(page.locator("h1")).to_have_text("Table 5 is open.")
    expect(page.locator("#state .now")).to_contain_text("$50–$1,000")
    expect(sign.locator(".onemin .fig")).to_have_text("$50")
    expect(sign.locator(".turn")).to_have_count(0)


@pytest.mark.rule("HOUSE-SIGNS-10")
def test_a_screen_that_loses_the_house_says_so(enter, db):
    page = enter(viewport=WIDE)
    page.clock.install()
    page.goto(f"/display/{screen_of(db, 'Table 9')}")
    expect(page.locator(".dead")).to_be_hidden()
    page.route("**/display/**", lambda route: route.abort())
    page.clock.run_for(30_000)
    expect(page.locator(".dead")).to_be_visible()
    page.unroute("**/display/**")
    page.clock.run_for(6_000)
    expect(page.locator(".dead")).to_be_hidden()


PAUSES = """async ([usual, told]) => {
    const { pause } = await import("/static/pace.js");
    const headers = new Headers(told ? { "Retry-After": told } : {});
    return Array.from({ length: 200 }, () => pause(usual, { headers }));
}"""


@pytest.mark.rule("HOUSE-CROWD-2")
@pytest.mark.parametrize(
    ("told", "soonest", "latest"), [("", 3000, 5000), ("2", 2000, 3000)]
)
def test_screens_ask_again_when_they_are_told_to_and_not_all_at_once(
    enter, db, told, soonest, latest
):
    page = enter(viewport=WIDE)
    page.goto(f"/display/{screen_of(db, 'Table 9')}")
    pauses = page.evaluate(PAUSES, [4000, told])
    assert soonest <= min(pauses) < max(pauses) <= latest
    assert max(pauses) - min(pauses) > (latest - soonest) / 2


@pytest.mark.rule("HOUSE-CROWD-2")
def test_a_screen_stays_away_for_as_long_as_a_busy_house_says(enter, db):
    page, asked = enter(viewport=WIDE), []
    page.clock.install()

    def busy(route):
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "60"})

    page.route("**/display/*/sign", busy)
    with page.expect_response("**/display/*/sign"):
        page.goto(f"/display/{screen_of(db, 'Table 9')}")
    page.clock.run_for(50_000)
    assert len(asked) == 1


@pytest.mark.parametrize("size", [WIDE, TALL, PHONE])
def test_the_sign_fits_its_screen(enter, db, accessible, size):
    page = enter(viewport=size)
    page.goto(f"/display/{screen_of(db, 'Table 9')}")
    wide = page.evaluate("document.documentElement.scrollWidth")
    tall = page.evaluate("document.documentElement.scrollHeight")
    assert (wide, tall) <= (size["width"], size["height"])
    inside = page.locator(".sheet-in").bounding_box()
    for part in page.locator(".sheet-in > *").all():
        box = part.bounding_box()
        assert box["x"] >= inside["x"]
        assert box["y"] + box["height"] <= inside["y"] + inside["height"] + 1
    accessible(page)


@pytest.mark.tour
def test_every_page_is_accessible_and_fits(enter, accessible):
    page = enter("oscar", viewport=PHONE)
    for path in PAGES:
        page.goto(f"{TABLES}{path}")
        accessible(page, in_both_themes=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{path} is {wide} pixels wide"


def test_a_refused_announcement_keeps_what_was_typed(enter):
    page = enter("oscar", viewport=TABLET)
    page.goto(f"{TABLES}/6/limits")
    page.fill("#minimum_cents", "27")
    page.click("main button[type=submit]")
    expect(page.locator(".refusal")).to_contain_text("no multiple of $5")
    expect(page.locator("#minimum_cents")).to_have_value("27")
    expect(page.locator("#minimum_cents")).to_have_attribute("aria-invalid", "true")


def test_the_editions_page_asks_who_it_is(enter, accessible):
    page = enter("ruth", viewport=TABLET)
    page.goto(f"{TABLES}/editions")
    expect(page.locator("h1")).to_have_text(re.compile("Every document"))
    accessible(page)


@pytest.mark.rule("HOUSE-SIGNS-15", "HOUSE-SIGNS-14")
@pytest.mark.parametrize("size", [WIDE, TALL, PHONE])
def test_the_sign_shows_its_jackpot_and_leads_to_the_rules(enter, db, accessible, size):
    page = enter(viewport=size)
    page.goto(f"/display/{screen_of(db, 'Table 9')}")
    expect(page.locator(".pot h2")).to_contain_text("Jackpot, Harbour Progressive")
    expect(page.locator(".pot .meter")).to_have_text(re.compile(r"^\$[0-9,.]+$"))
    expect(page.locator(".pot tbody tr")).to_have_count(7)
    page.click(".scan")
    expect(page.locator("h1")).to_have_text("Mississippi Stud Poker, earlier rules")
    expect(page.locator("a.btn.primary")).to_have_text("Keep a copy")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size["width"]
    accessible(page)


@pytest.mark.parametrize(
    ("size", "points"), [("A4", (596, 843)), ("Letter", (612, 792))]
)
def test_the_sign_fills_the_paper_in_the_printer(enter, size, points):
    page = enter("oscar")
    page.goto(f"{TABLES}/9/sign")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": points[0], "height": points[1]})
    inside = page.locator(".sheet-in").bounding_box()
    assert inside["height"] > 0.98 * points[1]
    for part in page.locator(".sheet-in > *").all():
        box = part.bounding_box()
        assert box["y"] + box["height"] <= inside["y"] + inside["height"]
    pdf = page.pdf(format=size)
    assert pdf.count(b"/Type /Page\n") == 1


@pytest.mark.tour
def test_loss_limits_are_accessible_and_fit(enter, accessible):
    page = enter("priya", viewport=PHONE)
    for path in ("", "/1", "/1/change"):
        page.goto(f"/desk/payments/limits{path}")
        accessible(page, in_both_themes=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], f"{path} is {wide} pixels wide"
