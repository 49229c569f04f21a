"""Promotions in the browser's terms: pages open, hand-made requests get nowhere."""

import re
from uuid import uuid4

import pytest
import time_machine

from house.people.roles import Role
from promotions import queries
from promotions.rules.lifecycle import Status
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
    for page in pages:
        assert jonah.get(f"{DESK}{page or '/'}").status_code == 200, page
    for role in (Role.APPROVER, Role.SCRUTINEER, Role.COMPLIANCE):
        reader = sign_in(role)
        for page in pages[:4]:
            assert reader.get(f"{DESK}{page or '/'}").status_code == 200, (role, page)
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
