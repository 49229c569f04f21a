"""Promotions in the browser's terms: pages open, hand-made requests get nowhere."""

import re
from uuid import uuid4

import pytest
import time_machine

from house.audit import Subject
from house.notices import services as posts
from house.notices.letters import Letter
from house.people.roles import Role
from promotions import queries
from promotions.rules.lifecycle import Status
from rulebook import Cite
from tests.promotions.promo_cast import (
    HOUR,
    MINUTE,
    NOW,
    OPENS,
    approve,
    lodge,
    reach,
)

DESK = "/desk/promotions"
SLUG = "harbour-car-draw"


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as travelling:
        yield travelling


@pytest.fixture
def house(app, db, clock):
    with db.writing() as session:
        reach(session)
    return db


def post(client, path, **form):
    form.setdefault("_key", uuid4().hex)
    form["csrf_token"] = token(client)
    return client.post(path, data=form)


def token(client):
    page = client.get("/desk/promotions/new").text
    page = page if "csrf_token" in page else client.get("/desk/account").text
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    return found[1] if found else ""


def begin(client, name="Harbour Car Draw", **over):
    form = {
        "from": "car-draw",
        "regime": "STAR4",
        "name": name,
        "place": "the main stage",
        "opens_at": "2026-11-06T11:00",
        "drawn_at": "2026-11-27T20:30",
    } | over
    return post(client, f"{DESK}/new", **form)


def state(db, slug=SLUG):
    with db.reading() as session:
        return queries.get(session, slug)


def test_every_page_of_a_draft_opens_for_whom_it_is(house, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    assert begin(jonah).status_code == 303
    pages = ("", f"/{SLUG}", f"/{SLUG}/terms", f"/{SLUG}/terms/preview")
    pages += (f"/{SLUG}/approve", f"/{SLUG}/scrutineer", f"/{SLUG}/cancel")
    pages += (f"/{SLUG}/material", f"/{SLUG}/files", f"/{SLUG}/regime", "/prescribed")
    for page in pages:
        assert jonah.get(f"{DESK}{page or '/'}").status_code == 200, page
    for role in (Role.APPROVER, Role.SCRUTINEER, Role.COMPLIANCE):
        reader = sign_in(role)
        for page in pages[:4]:
            assert reader.get(f"{DESK}{page or '/'}").status_code == 200, (role, page)
    checked = post(jonah, f"{DESK}/{SLUG}/terms/check")
    assert (checked.status_code, "Under STAR4" in checked.text) == (200, True)
    dealer = sign_in(Role.DEALER)
    assert dealer.get(f"{DESK}/{SLUG}/terms").status_code == 403
    assert jonah.get(f"/p/{SLUG}").status_code == 404  # a draft is nowhere


@pytest.mark.rule("HOUSE-PROMOTION-13")
def test_the_author_gets_nowhere_with_a_hand_made_request(house, sign_in):
    both = sign_in(Role.MARKETING, Role.APPROVER, username="jonah")
    begin(both)
    version = state(house).version
    page = post(both, f"{DESK}/{SLUG}/approve", version=version)
    assert page.status_code in {401, 403, 422, 303}
    assert state(house).status is Status.DRAFT
    jonah = sign_in(Role.MARKETING, username="ana")
    assert post(jonah, f"{DESK}/{SLUG}/approve", version=version).status_code == 403
    assert state(house).status is Status.DRAFT


@pytest.mark.rule("HOUSE-PROMOTION-17")
@pytest.mark.parametrize(
    "over",
    [
        {"drawn_at": "2026-11-06T11:00"},
        {"opens_at": "2026-11-01T11:00"},
        {"regime": "CROWN3"},
        {"place": "<b>stage</b>"},
    ],
)
def test_what_cannot_be_begun_is_said_at_its_field(house, sign_in, over):
    jonah = sign_in(Role.MARKETING, username="jonah")
    assert begin(jonah, **over).status_code in {409, 422}
    assert state(house) is None


@pytest.mark.rule("HOUSE-PROMOTION-17")
def test_two_of_one_name_get_two_addresses(house, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    begin(jonah)
    assert state(house, f"{SLUG}-2") is not None
    assert begin(jonah, **{"from": SLUG}).status_code == 303
    assert state(house, f"{SLUG}-3").copied_from_id == state(house).pk


@pytest.mark.rule("HOUSE-PROMOTION-31")
def test_the_public_page_follows_the_promotion(house, app, sign_in, clock):
    jonah, visitor = sign_in(Role.MARKETING, username="jonah"), app.test_client()
    begin(jonah)
    with app.app_context(), house.writing() as session:
        row = queries.get(session, SLUG)
        approve(session, row)
        assert "Harbour" not in visitor.get("/").text
        lodge(session, row, at=NOW + HOUR)
    assert "Entries open Friday 6 November" in visitor.get(f"/p/{SLUG}").text
    assert "Harbour Car Draw" in visitor.get("/").text
    for page in ("/terms", "/v/1", "/terms.json", "/v/1/terms.json"):
        assert visitor.get(f"/p/{SLUG}{page}").status_code == 200, page
    clock.move_to(OPENS + MINUTE)
    ana = sign_in(Role.MARKETING, username="ana", now=OPENS + MINUTE)
    assert post(ana, f"{DESK}/{SLUG}/start").status_code == 303
    page = visitor.get(f"/p/{SLUG}").text
    assert "Entries are open until Friday 27 November 2026, 20:00" in page
    assert "A new car" in page


@pytest.mark.rule("HOUSE-PROMOTION-29")
def test_marketing_opens_and_sends_notices_of_promotions_and_no_others(
    house, app, sign_in
):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    with app.app_context(), house.writing() as session:
        approve(session, queries.get(session, SLUG))
        other = posts.draft(
            session,
            "meter.fault",
            about=Subject("meter", "1", "M"),
            facts=Letter("A fault", "It failed."),
            cite=Cite("STAR4-11.12"),
            now=NOW,
        )
    answer = post(jonah, f"{DESK}/{SLUG}/lodge")
    assert answer.status_code == 303
    notice = answer.headers["Location"]
    assert "Send it" in jonah.get(notice).text
    form = {"channel": "telephone", "reference": "call 3", "at": "2026-11-02T11:00"}
    assert post(jonah, f"{notice}/send", **form).status_code == 303
    assert state(house).status is Status.LODGED
    theirs = f"/desk/notices/{other.pk}"
    assert jonah.get(theirs).status_code == 403
    assert post(jonah, f"{theirs}/send", **form).status_code == 403
    assert jonah.get("/desk/notices/").status_code == 403


@pytest.mark.rule("HOUSE-PROMOTION-30")
def test_poster_flyer_and_foot_are_made_from_the_terms_in_force(house, app, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    assert jonah.get(f"{DESK}/{SLUG}/made/poster").status_code == 404
    with app.app_context(), house.writing() as session:
        approve(session, queries.get(session, SLUG))
    for form in ("poster", "flyer", "e-mail-foot"):
        page = jonah.get(f"{DESK}/{SLUG}/made/{form}").text
        assert f"/p/{SLUG}" in page
        assert "Terms apply." in page
        assert "data:image/svg" in page
    assert jonah.get(f"{DESK}/{SLUG}/made/blimp").status_code == 404


def test_two_who_write_at_once_see_both(house, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    ana = sign_in(Role.MARKETING, username="ana")
    begin(jonah)
    fields = {}
    page = jonah.get(f"{DESK}/{SLUG}/terms").text
    for name in ("version", "marks"):
        fields[name] = re.search(rf'name="{name}"\s+value="([^"]*)"', page)[1]
    mine = {**fields, "promotion.held.place": "the hall"}
    assert post(ana, f"{DESK}/{SLUG}/terms", **mine).status_code == 303
    mine = {**fields, "promotion.held.place": "the lobby"}
    answer = post(jonah, f"{DESK}/{SLUG}/terms", **mine)
    assert answer.status_code == 409
    assert "the hall" in answer.text
    assert "the lobby" in answer.text


def test_markup_in_a_prize_is_refused_and_never_shown(house, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    version = str(state(house).version)
    bad = {"prizes.prizes.prizes.0.title": "<script>alert(1)</script>"}
    answer = post(jonah, f"{DESK}/{SLUG}/terms", version=version, **bad)
    assert "<script>alert" not in answer.text
    with house.reading() as session:
        row = queries.get(session, SLUG)
        assert queries.draft_of(row).each_prize[0].title == "A new car"


@pytest.mark.parametrize("wall", ["2026-10-04T02:30", "2027-04-04T02:30"])
def test_a_closing_time_that_the_clocks_skip_or_repeat_is_refused(house, sign_in, wall):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    version = str(state(house).version)
    closing = {"entry.closing.closes_at": wall}
    answer = post(jonah, f"{DESK}/{SLUG}/terms", version=version, **closing)
    assert answer.status_code == 422
    assert "The clocks go" in answer.text


@pytest.mark.rule("HOUSE-PROMOTION-28")
def test_promotions_and_their_draws_stand_in_the_calendar(house, sign_in):
    jonah = sign_in(Role.MARKETING, username="jonah")
    begin(jonah)
    begin(jonah, name="Travel Draw", **{"from": "travel"})
    page = jonah.get("/desk/calendar/").text
    assert "4 of 4 things planned fall together" in page
    assert "Travel Draw in the same place" in " ".join(page.split())
