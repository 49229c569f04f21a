"""Signed-in browsers: limited in time, listed, ended at once."""

from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select

from house.audit.models import AuditRow
from house.people import sessions
from house.people.models import StaffRow, StaffSessionRow
from house.people.roles import Role
from house.people.sessions import HALF_IN, Limits
from tests.house.conftest import NOON, add_staff

SECOND = timedelta(seconds=1)
LIMITS = Limits(timedelta(minutes=30), timedelta(hours=12))


def row(created=NOON, seen=NOON) -> StaffSessionRow:
    return StaffSessionRow(
        token_sha256="x",
        staff_id=1,
        request_key="k",
        created_at=created,
        seen_at=seen,
        address="",
        agent="",
    )


@pytest.mark.rule("HOUSE-ACCESS-3")
@pytest.mark.parametrize(
    ("created", "seen", "now", "lapsed"),
    [
        (NOON, NOON, NOON + LIMITS.idle - SECOND, False),
        (NOON, NOON, NOON + LIMITS.idle, True),
        (NOON, NOON, NOON + LIMITS.idle + SECOND, True),
        (NOON, NOON + timedelta(hours=11, minutes=59), NOON + LIMITS.absolute, True),
        (
            NOON,
            NOON + timedelta(hours=11, minutes=59),
            NOON + LIMITS.absolute - SECOND,
            False,
        ),
    ],
)
def test_a_browser_is_signed_out_at_its_limits(created, seen, now, lapsed):
    assert sessions.lapsed(row(created, seen), LIMITS, now) is lapsed


@pytest.mark.rule("HOUSE-ACCESS-3")
def test_the_next_click_after_the_idle_limit_leads_to_the_door(sign_in):
    with time_machine.travel(NOON, tick=False) as at:
        client = sign_in(Role.DEALER)
        at.shift(LIMITS.idle - SECOND)
        assert client.get("/desk/").status_code == 200
        at.shift(LIMITS.idle - SECOND)
        assert client.get("/desk/").status_code == 200
        at.shift(LIMITS.idle)
        assert client.get("/desk/").location.startswith("/sign-in")
        page = client.get("/sign-in").get_data(as_text=True)
        assert "You were signed out." in page
        assert "after 30 minutes unused, after 12 hours at most" in page


@pytest.mark.rule("HOUSE-ACCESS-3")
def test_nobody_stays_in_beyond_the_absolute_limit_however_busy(sign_in):
    with time_machine.travel(NOON, tick=False) as at:
        client = sign_in(Role.DEALER)
        for _ in range(47):
            at.shift(timedelta(minutes=15))
            assert client.get("/desk/").status_code == 200
        at.shift(timedelta(minutes=15))
        assert client.get("/desk/").location.startswith("/sign-in")


@pytest.mark.rule("HOUSE-ACCESS-18")
@pytest.mark.parametrize(
    ("after", "location"),
    [(HALF_IN.value - SECOND, "/sign-in/second-factor"), (HALF_IN.value, "/sign-in?")],
)
def test_half_a_sign_in_lasts_ten_minutes(app, db, after, location):
    with time_machine.travel(NOON, tick=False) as at:
        with db.writing() as session:
            staff = add_staff(session, "amy", Role.ADMIN, at=NOON)
            token, _ = sessions.begin(
                session, staff, key="k" * 16, address="a", agent="b", now=NOON
            )
        client = app.test_client()
        client.set_cookie("session", token)
        at.shift(after)
        assert client.get("/desk/").location.startswith(location)


def test_only_a_fingerprint_of_the_token_is_kept(db, sign_in):
    client = sign_in(Role.DEALER)
    token = client.get_cookie("session").value
    with db.reading() as session:
        [kept] = session.exec(select(StaffSessionRow)).all()
    assert token not in kept.token_sha256
    assert kept.token_sha256 == sessions.fingerprint(token)


def second_browser(app, db, username: str):
    """Another browser of somebody who is signed in already."""
    with db.writing() as session:
        staff = session.exec(
            select(StaffRow).where(StaffRow.username == username)
        ).one()
        token, begun = sessions.begin(
            session,
            staff,
            key="second-browser-01",
            address="10.0.0.7",
            agent="Mozilla (Windows) Firefox/140",
            now=staff.created_at,
        )
        begun.second_factor_at = staff.created_at
    client = app.test_client()
    client.set_cookie("session", token)
    return client, begun.pk


def test_the_account_page_lists_every_browser_of_ones_own(app, db, sign_in):
    own = sign_in(Role.DEALER, username="dee")
    sign_in(Role.CASHIER, username="cy")
    second_browser(app, db, "dee")
    page = own.get("/desk/account").get_data(as_text=True)
    assert "You are signed in on 2 browsers." in page
    assert "Firefox on Windows" in page
    assert "10.0.0.7" in page
    assert page.count("This browser") == 1
    assert "Sign out everywhere else" in page


def test_one_browser_is_signed_out_and_the_others_stay(app, db, sign_in):
    own = sign_in(Role.DEALER, username="dee")
    other, number = second_browser(app, db, "dee")
    url = f"/desk/account/sign-ins/{number}/end"
    assert own.post(url, data={"_key": "end-one-key-00001"}).status_code == 303
    assert other.get("/desk/").location.startswith("/sign-in")
    assert own.get("/desk/").status_code == 200
    again = own.post(url, data={"_key": "end-one-key-00002"})
    assert again.status_code == 404


def test_nobody_signs_somebody_elses_browser_out(app, db, sign_in):
    sign_in(Role.DEALER, username="dee")
    theirs, number = second_browser(app, db, "dee")
    cy = sign_in(Role.CASHIER, username="cy")
    url = f"/desk/account/sign-ins/{number}/end"
    assert cy.post(url, data={"_key": "end-one-key-00001"}).status_code == 404
    assert theirs.get("/desk/").status_code == 200


def test_everywhere_else_is_signed_out_and_this_browser_stays(app, db, sign_in):
    own = sign_in(Role.DEALER, username="dee")
    other, _ = second_browser(app, db, "dee")
    response = own.post(
        "/desk/account/sign-ins/end-others", data={"_key": "end-others-key-01"}
    )
    assert response.status_code == 303
    assert other.get("/desk/").location.startswith("/sign-in")
    page = own.get("/desk/account").get_data(as_text=True)
    assert "You are signed in on this browser only." in page
    with db.reading() as session:
        acts = session.exec(select(AuditRow.act)).all()
    assert acts == ["sign out everywhere else"]


@pytest.mark.rule("HOUSE-ACCESS-16")
def test_a_role_that_is_lost_is_lost_at_the_next_click(db, sign_in):
    client = sign_in(Role.ADMIN, username="amy")
    assert client.get("/desk/staff/").status_code == 200
    with db.writing() as session:
        for held in session.exec(select(sessions.StaffRoleRow)):
            held.revoked_at = NOON
    assert client.get("/desk/staff/").status_code == 403


@pytest.mark.rule("HOUSE-ACCESS-16")
def test_who_has_left_is_out_at_the_next_click(db, sign_in):
    client = sign_in(Role.DEALER, username="dee")
    with db.writing() as session:
        session.exec(select(StaffRow)).one().left_at = NOON
    assert client.get("/desk/").location.startswith("/sign-in")


@pytest.mark.rule("HOUSE-ACCESS-3")
def test_a_page_that_asks_by_itself_keeps_nobody_signed_in(sign_in):
    with time_machine.travel(NOON, tick=False) as at:
        client = sign_in(Role.DEALER)
        at.shift(LIMITS.idle - SECOND)
        polled = client.get("/desk/tables/", headers={"X-Poll": "1"})
        assert polled.status_code == 200
        at.shift(SECOND)
        assert client.get("/desk/").location.startswith("/sign-in")
