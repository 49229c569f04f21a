"""A change carries a key; sent twice it acts once and gets the same answer."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Blueprint, render_template_string, request
from sqlmodel import func, select

from app import BLUEPRINTS
from house import audit
from house.audit import Subject
from house.audit.models import AuditRow
from house.people.roles import Role
from house.web import actor, acts, go_to, now, writing

KEY = "0123456789abcdef"


def _blueprint() -> Blueprint:
    bp = Blueprint("bell", __name__)

    @bp.post("/ring")
    @acts(Role.DIRECTOR)
    def ring():
        entry = audit.record(
            writing(), actor(), "ring", Subject("bell", "1"), now=now()
        )
        match request.form.get("how"):
            case "badly":
                raise RuntimeError("the rope broke")
            case "refused":
                return render_template_string("no"), 409
            case "wrong":
                return render_template_string("how?"), 422
        return go_to(f"/rung/{entry.number}")

    return bp


@pytest.fixture
def app(config, open_house, monkeypatch):
    monkeypatch.setattr("app.BLUEPRINTS", (*BLUEPRINTS, _blueprint()))
    return open_house(config)


def rings(db) -> int:
    with db.reading() as session:
        return session.exec(
            select(func.count()).select_from(AuditRow).where(AuditRow.act == "ring")
        ).one()


@pytest.mark.rule("HOUSE-ONCE-1")
def test_a_double_post_acts_once_and_answers_the_same(sign_in, db):
    client = sign_in(Role.DIRECTOR)
    first, second = (client.post("/ring", data={"_key": KEY}) for _ in range(2))
    assert rings(db) == 1
    assert (first.status_code, first.location) == (second.status_code, second.location)
    assert first.location.startswith("/rung/")
    assert second.headers["Idempotent-Replay"] == "true"


@pytest.mark.rule("HOUSE-ONCE-1")
def test_two_at_the_same_moment_act_once(app, sign_in, db):
    token = sign_in(Role.DIRECTOR).get_cookie("session").value

    def post(_: int) -> str:
        client = app.test_client()
        client.set_cookie("session", token)
        return client.post("/ring", data={"_key": KEY}).location

    with ThreadPoolExecutor(6) as pool:
        places = set(pool.map(post, range(6)))
    assert rings(db) == 1
    assert len(places) == 1


@pytest.mark.rule("HOUSE-ONCE-2")
def test_a_key_is_not_good_for_another_request(sign_in, db):
    client = sign_in(Role.DIRECTOR)
    client.post("/ring", data={"_key": KEY})
    other = client.post("/ring", data={"_key": KEY, "loud": "yes"})
    assert other.status_code == 409
    assert "already used for another request" in other.text
    assert rings(db) == 1


def test_two_people_may_choose_the_same_key(sign_in, db):
    for name in ("ann", "bob"):
        sign_in(Role.DIRECTOR, username=name).post("/ring", data={"_key": KEY})
    assert rings(db) == 2


@pytest.mark.parametrize("key", ["", "short", "k" * 65, "key with spaces 0123456789"])
def test_without_a_good_key_nothing_happens(sign_in, db, key):
    response = sign_in(Role.DIRECTOR).post("/ring", data={"_key": key})
    assert response.status_code == 400
    assert "carries no key" in response.text
    assert rings(db) == 0


def test_a_failure_leaves_nothing_behind_and_the_key_unused(sign_in, db):
    client = sign_in(Role.DIRECTOR)
    failed = client.post("/ring", data={"_key": KEY, "how": "badly"})
    assert failed.status_code == 500
    assert "reference" in failed.text
    assert "rope" not in failed.text
    assert rings(db) == 0
    assert client.post("/ring", data={"_key": KEY}).status_code == 303
    assert rings(db) == 1


def test_a_refusal_is_kept_and_given_again(sign_in, db):
    client = sign_in(Role.DIRECTOR)
    data = {"_key": KEY, "how": "refused"}
    assert [client.post("/ring", data=data).status_code for _ in range(2)] == [409, 409]
    assert rings(db) == 1


def test_a_form_that_could_not_be_read_may_keep_its_key(sign_in):
    client = sign_in(Role.DIRECTOR)
    wrong = client.post("/ring", data={"_key": KEY, "how": "wrong"})
    assert wrong.status_code == 422
    assert client.post("/ring", data={"_key": KEY}).status_code == 303


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_another_role_is_turned_away_on_the_record(sign_in, db):
    response = sign_in(Role.DEALER).post("/ring", data={"_key": KEY})
    assert response.status_code == 403
    assert "tournament director" in response.text
    assert rings(db) == 0
    with db.reading() as session:
        [entry] = session.exec(select(AuditRow))
    assert (entry.verdict, entry.rules) == ("refused", ["HOUSE-ACCESS-1"])
    assert entry.act == "POST bell.ring"
