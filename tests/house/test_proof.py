"""Asking again before the gravest acts: nothing typed is lost, guessing is slowed."""

from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select

from house.audit.models import AuditRow
from house.people.accounts.throttle import Outcome
from house.people.models import SignInAttemptRow, StaffRow, StaffSessionRow
from house.people.roles import Role
from tests.house.conftest import NOON
from tests.house.test_sign_in import PASSWORD, enter, hire

FRESH = timedelta(minutes=5)
NEW = {"username": "bob", "name": "Bob <Brown>", "roles": ["dealer", "cashier"]}


@pytest.fixture(autouse=True)
def at_noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def amy(app, db, config):
    """Amy administers; in these tests her browser is past every hurdle."""
    hire(db, config, "amy", Role.ADMIN)
    client = app.test_client()
    enter(client, "amy")
    with db.writing() as session:
        session.exec(select(StaffRow)).one().totp_confirmed_at = NOON
        session.exec(select(StaffSessionRow)).one().second_factor_at = NOON
    return client


def add(client, key="add-staff-key-001", **more):
    return client.post("/desk/staff/", data={**NEW, "_key": key, **more})


def people(db) -> list[str]:
    with db.reading() as session:
        return sorted(session.exec(select(StaffRow.username)))


@pytest.mark.rule("HOUSE-ACCESS-6")
def test_a_grave_act_asks_again_and_keeps_everything_typed(db, amy):
    response = add(amy)
    page = response.get_data(as_text=True)
    assert response.status_code == 401
    assert "Confirm it is you." in page
    assert 'action="/desk/staff/"' in page
    for kept in (
        'name="username" value="bob"',
        'name="name" value="Bob &lt;Brown&gt;"',
        'name="roles" value="dealer"',
        'name="roles" value="cashier"',
        'name="_key" value="add-staff-key-001"',
    ):
        assert kept in page
    assert people(db) == ["amy"]


@pytest.mark.rule("HOUSE-ACCESS-6")
def test_the_password_confirms_and_the_act_goes_on_in_the_same_request(db, amy):
    response = add(amy, _proof=PASSWORD)
    assert response.status_code == 200
    assert people(db) == ["amy", "bob"]
    assert add(amy, key="add-staff-key-002", username="cy").status_code == 200


@pytest.mark.rule("HOUSE-ACCESS-6")
def test_proof_is_good_for_the_minutes_the_house_has_set(db, amy, at_noon):
    add(amy, _proof=PASSWORD)
    at_noon.shift(FRESH - timedelta(seconds=1))
    assert add(amy, key="add-staff-key-002", username="cy").status_code == 200
    at_noon.shift(timedelta(seconds=1))
    assert add(amy, key="add-staff-key-003", username="dee").status_code == 401


def test_a_wrong_proof_does_nothing_and_is_recorded(db, amy):
    response = add(amy, _proof="not the password")
    assert response.status_code == 401
    assert "neither your password nor a fresh code" in response.get_data(as_text=True)
    assert people(db) == ["amy"]
    with db.reading() as session:
        [entry] = session.exec(select(AuditRow).where(AuditRow.act == "confirm")).all()
        outcomes = session.exec(select(SignInAttemptRow.outcome)).all()
    assert entry.rules[0] == "HOUSE-ACCESS-6"
    assert Outcome.FAILED in outcomes


@pytest.mark.rule("HOUSE-ACCESS-7")
def test_guessing_the_proof_is_slowed(db, amy):
    for _ in range(10):
        assert add(amy, _proof="wrong").status_code == 401
    held = add(amy, _proof=PASSWORD)
    assert held.status_code == 429
    assert held.headers["Retry-After"] == "900"
    assert 'name="username" value="bob"' in held.get_data(as_text=True)


def test_a_confirmed_form_sent_twice_acts_once_and_answers_the_same(db, amy):
    first = add(amy, _proof=PASSWORD)
    second = add(amy, _proof=PASSWORD)
    assert second.status_code == 200
    assert second.headers["Idempotent-Replay"] == "true"
    assert second.data == first.data
    assert people(db) == ["amy", "bob"]


def test_who_lacks_the_role_is_not_asked_but_turned_away(app, db, config):
    hire(db, config, "dee", Role.DEALER)
    client = app.test_client()
    enter(client, "dee")
    assert add(client, _proof=PASSWORD).status_code == 403
    assert people(db) == ["dee"]
