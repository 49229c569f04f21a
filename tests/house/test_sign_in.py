"""Signing in: one answer for every wrong try, limits that lock nobody out."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
import time_machine
from argon2 import PasswordHasher
from sqlmodel import col, select

from app import create_app
from house.audit.models import AuditRow, Verdict
from house.config import Config, Mode
from house.demo.staff import DEMO_PASSWORD
from house.people.accounts import attempts, passwords, sign_in
from house.people.accounts.browsers import Browser, named, ours
from house.people.accounts.demo_sign_ins import demo_secret_code
from house.people.accounts.throttle import Caller, Outcome
from house.people.models import SignInAttemptRow, StaffRow, StaffSessionRow
from house.people.roles import Role
from house.sealing import Seal
from tests.house.conftest import NOON, add_staff

PASSWORD = "seven calm herons wade"
KEY = "sign-in-key-000001"


@pytest.fixture(autouse=True)
def at_noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ann(app, db, config):
    """Ann deals cards: a password and no second factor."""
    return hire(db, config, "ann", Role.DEALER)


def hire(db, config: Config, username: str, *roles: Role, password=PASSWORD, **facts):
    with db.writing() as session:
        staff = add_staff(session, username, *roles, at=NOON)
        staff.password_hash = passwords.passwords(config).hash(password)
        staff.totp_sealed = staff.totp_confirmed_at = None
        for name, value in facts.items():
            setattr(staff, name, value)
    return staff


def enter(
    client, username="ann", password=PASSWORD, key=KEY, address="10.0.0.1", **more
):
    return client.post(
        "/sign-in",
        data={"username": username, "password": password, "_key": key, **more},
        environ_base={"REMOTE_ADDR": address},
    )


def acts(db, act: str) -> list[AuditRow]:
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act)
        return list(session.exec(query.order_by(col(AuditRow.number))))


def test_the_right_password_opens_the_desk_under_a_new_token(app, db, ann):
    client = app.test_client()
    client.set_cookie("session", "a token somebody planted")
    response = enter(client)
    assert (response.status_code, response.location) == (303, "/desk/")
    cookie = next(
        c for c in response.headers.getlist("Set-Cookie") if c.startswith("session=")
    )
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "planted" not in cookie
    assert client.get("/desk/").status_code == 200
    [entry] = acts(db, "sign in")
    assert (entry.actor, entry.role, entry.verdict) == ("ann", "dealer", Verdict.DONE)


def test_behind_tls_the_cookie_is_bound_to_this_host(config, db, ann):
    secure = create_app(replace(config, behind_tls=True, mode=Mode.PRODUCTION))
    secure.config["WTF_CSRF_ENABLED"] = False
    response = enter(secure.test_client())
    cookies = response.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert cookie.startswith(("__Host-session=", "__Host-device="))
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    secure.extensions["database"].engine.dispose()


@pytest.mark.rule("HOUSE-ACCESS-11")
def test_every_wrong_try_gets_the_same_answer(app, db, config, ann):
    hire(db, config, "lee", Role.DEALER, left_at=NOON)
    answers = [
        enter(app.test_client(), "ann", "not the password"),
        enter(app.test_client(), "ann", "x" * 300),
        enter(app.test_client(), "nobody", PASSWORD),
        enter(app.test_client(), "lee", PASSWORD),
    ]
    pages = {re.sub(r'value="[^"]*"', "", a.get_data(as_text=True)) for a in answers}
    assert {a.status_code for a in answers} == {401}
    assert len(pages) == 1
    assert "The user name or the password is wrong." in pages.pop()


def test_failures_go_on_the_record_without_what_was_typed(app, db, ann):
    enter(app.test_client(), "ann", "wrong password one")
    enter(app.test_client(), "my secret password", "x")
    known, unknown = acts(db, "sign in")
    assert (known.verdict, known.subject_name) == (Verdict.REFUSED, "Ann")
    assert unknown.subject_name == "my …"
    with db.reading() as session:
        query = select(SignInAttemptRow.username).order_by(col(SignInAttemptRow.id))
        names = session.exec(query).all()
    assert names[0] == "ann"
    assert "secret" not in names[1]
    assert "wrong password one" not in str([e.model_dump() for e in (known, unknown)])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"username": "", "password": "x"}, "Give your user name."),
        ({"username": "ann", "password": ""}, "Give your password."),
        ({"username": "a" * 101, "password": "x"}, "longer than 100"),
    ],
)
def test_an_incomplete_form_says_what_is_missing(app, ann, data, sentence):
    response = app.test_client().post("/sign-in", data={**data, "_key": KEY})
    assert response.status_code == 422
    assert sentence in response.get_data(as_text=True)


def test_a_form_without_a_key_is_not_tried(app, db, ann):
    response = app.test_client().post(
        "/sign-in", data={"username": "ann", "password": PASSWORD}
    )
    assert response.status_code == 400
    with db.reading() as session:
        assert session.exec(select(SignInAttemptRow)).all() == []


def test_a_user_name_is_found_however_it_is_typed(app, ann):
    assert enter(app.test_client(), "  ＡNN ").status_code == 303


def test_a_double_click_signs_in_once_without_error(app, db, ann):
    client = app.test_client()
    assert enter(client).status_code == 303
    assert enter(client).status_code == 303
    assert client.get("/desk/").status_code == 200
    with db.reading() as session:
        rows = session.exec(select(StaffSessionRow)).all()
    assert [row.revoked_at is None for row in rows] == [False, True]


@pytest.mark.parametrize(
    ("asked", "sent_to"),
    [
        ("/desk/rules/?q=ante", "/desk/rules/?q=ante"),
        ("//evil.example", "/desk/"),
        ("/\\evil.example", "/desk/"),
        ("\\\\evil.example", "/desk/"),
        ("https://evil.example/", "/desk/"),
        ("javascript:alert(1)", "/desk/"),
        ("/\t/evil.example", "/desk/"),
        ("desk", "/desk/"),
        ("", "/desk/"),
    ],
)
def test_one_only_ever_returns_to_a_page_of_ours(app, ann, asked, sent_to):
    assert enter(app.test_client(), next=asked).location == sent_to
    assert ours(asked) in (None, sent_to)


def test_who_is_signed_in_is_not_asked_again(app, ann):
    client = app.test_client()
    enter(client)
    assert client.get("/sign-in?next=/desk/rules/").location == "/desk/rules/"


@pytest.mark.rule("HOUSE-ACCESS-8")
def test_the_sixth_wrong_try_from_one_address_waits(app, db, ann, at_noon):
    client = app.test_client()
    for _ in range(5):
        assert enter(client, password="wrong").status_code == 401
    held = enter(client)
    assert held.status_code == 429
    assert held.headers["Retry-After"] == "900"
    assert "Wait 15 minutes, then try again." in held.get_data(as_text=True)
    assert enter(app.test_client(), address="10.0.0.2").status_code == 303
    [slowed] = acts(db, "slow down sign-in")
    assert slowed.rules == ["HOUSE-ACCESS-8"]
    at_noon.shift(timedelta(minutes=15) - timedelta(seconds=1))
    assert enter(client).status_code == 429
    at_noon.shift(timedelta(seconds=1))
    assert enter(client).status_code == 303


@pytest.mark.rule("HOUSE-ACCESS-7", "HOUSE-ACCESS-9")
def test_guessing_from_elsewhere_never_locks_the_person_out(app, db, ann):
    own = app.test_client()
    enter(own)
    own.post("/sign-out", data={"_key": "sign-out-key-0001"})
    for number in range(20):
        assert (
            enter(app.test_client(), password="x", address=f"10.1.0.{number}")
        ).status_code == 401
    stranger = enter(app.test_client(), address="10.9.9.9")
    assert stranger.status_code == 429
    assert "HOUSE-ACCESS-9" in stranger.get_data(as_text=True)
    assert enter(own, key="another-key-00001", address="10.9.9.9").status_code == 303


def test_a_flood_is_refused_without_writing_anything(app, db, ann):
    for _ in range(5):
        enter(app.test_client(), password="wrong")
    with db.reading() as session:
        before = len(session.exec(select(AuditRow)).all())
    for _ in range(3):
        assert enter(app.test_client()).status_code == 429
    with db.reading() as session:
        assert len(session.exec(select(AuditRow)).all()) == before
        assert len(session.exec(select(SignInAttemptRow)).all()) == 5


@pytest.mark.rule("HOUSE-ACCESS-8")
def test_many_tries_at_the_same_moment_are_still_counted_one_by_one(app, db, ann):
    caller = Caller("ann", "10.0.0.1")
    with ThreadPoolExecutor(8) as pool:
        counted = list(pool.map(lambda _: attempts.count(db, caller, NOON), range(12)))
    assert sum(isinstance(one, int) for one in counted) == 5


def test_at_most_two_passwords_are_hashed_at_once():
    busy, most, meet = [], [], Barrier(2)

    class Watched(PasswordHasher):
        def hash(self, password):
            busy.append(1)
            most.append(len(busy))
            meet.wait()  # one alone would wait here for ever
            busy.pop()
            return "hash"

    hasher = passwords.Passwords(64, 1)
    hasher._argon = Watched()
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(hasher.hash, ["x"] * 12))
    assert max(most) == 2


def test_a_hash_made_at_another_cost_is_made_anew(app, db, config, ann):
    dearer = passwords.Passwords(128, 2).hash(PASSWORD)
    with db.writing() as session:
        session.get_one(StaffRow, ann.pk).password_hash = dearer
    assert enter(app.test_client()).status_code == 303
    with db.reading() as session:
        kept = session.get_one(StaffRow, ann.pk).password_hash
    assert kept != dearer
    assert not passwords.passwords(config).outdated(kept)
    assert enter(app.test_client(), key="another-key-00001").status_code == 303


def test_a_password_changed_while_it_is_weighed_does_not_let_in(app, db, config, ann):
    class Slow(passwords.Passwords):
        def fits(self, kept, password):
            with db.writing() as session:
                session.get_one(StaffRow, ann.pk).password_hash = "changed meanwhile"
            return super().fits(kept, password)

    porter = sign_in.Porter(db, Slow(64, 1), Seal.of(config))
    knock = sign_in.Knock("10.0.0.1", "test", Browser("b" * 32), KEY)
    assert porter.by_password("ann", PASSWORD, knock, NOON) is sign_in.WRONG
    with db.reading() as session:
        [attempt] = session.exec(select(SignInAttemptRow)).all()
    assert attempt.outcome is Outcome.FAILED


def test_signing_out_ends_the_sign_in_for_good(app, db, ann):
    client = app.test_client()
    enter(client)
    token = client.get_cookie("session").value
    response = client.post("/sign-out", data={"_key": "sign-out-key-0001"})
    assert (response.status_code, response.location) == (303, "/sign-in")
    assert client.get_cookie("session") is None
    client.set_cookie("session", token)
    assert client.get("/desk/").location.startswith("/sign-in")
    assert len(acts(db, "sign out")) == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/140.0", "Firefox on Windows"),
        ("Mozilla/5.0 (X11; Linux) Chrome/156 Safari/537 Edg/156", "Edge on Linux"),
        ("Mozilla/5.0 (iPhone; Mac OS X) Safari/604", "Safari on iPhone"),
        ("curl/8.0", "curl/8.0"),
        ("", "Unknown browser"),
    ],
)
def test_browsers_have_names_people_know(agent, name):
    assert named(agent) == name


def test_a_browser_remembers_its_last_people_and_nothing_forged():
    seal = Seal(("a secret long enough for this test!!",))
    browser = Browser.read(seal, "")
    for person in range(1, 15):
        browser = browser.knowing(person)
    again = Browser.read(seal, browser.sealed(seal))
    assert again == browser
    assert again.known_to(14) == again.id
    assert again.known_to(2) == ""
    assert Browser.read(Seal(("another house",)), browser.sealed(seal)) != browser


@pytest.mark.rule("HOUSE-ACCESS-2")
@pytest.mark.parametrize(
    ("password", "reasons"),
    [
        ("a" * 5 + "bcdefg", ["It has 11 characters."]),
        ("tall hat 9 x", []),
        ("é7" * 128, ["It is among the first that are guessed."]),
        ("correct9" * 32, []),
        ("correct9" * 32 + "x", ["It has 257 characters."]),
        ("Southbank-House", ["It is a name that anyone can look up."]),
        ("ann.dealer-2026", ["It is a name that anyone can look up."]),
        (
            "Ann",
            [
                "It has 3 characters.",
                "It is a name that anyone can look up.",
                "It is among the first that are guessed.",
            ],
        ),
        ("Password2026!", ["It is among the first that are guessed."]),
        ("123456789012", ["It is among the first that are guessed."]),
        ("aaaaaaaaaaaa", ["It is among the first that are guessed."]),
    ],
)
def test_what_is_asked_of_a_password(password, reasons):
    names = ("ann.dealer", "Ann Dealer", "Ann", "Dealer", "Southbank House")
    wrongs = passwords.objections(password, names)
    assert [refusal.wrong for refusal in wrongs] == reasons
    assert {refusal.cite.id for refusal in wrongs} <= {"HOUSE-ACCESS-2"}


def test_a_password_is_the_same_on_every_keyboard():
    hasher = passwords.Passwords(64, 1)
    assert hasher.fits(
        hasher.hash("cafe\u0301 au lait, trois"), "caf\u00e9 au lait, trois"
    )
    assert not hasher.fits(None, "anything at all")
    assert not hasher.fits("-", "anything at all")
    assert not hasher.fits(hasher.hash(""), "x" * 257)


def test_one_time_passwords_are_good_passwords():
    made = {passwords.one_time() for _ in range(50)}
    assert len(made) == 50
    assert all(passwords.objections(one, ()) == () for one in made)


CHOSEN = "nine quiet rivers"


def change(client, key="change-key-000001", **typed):
    data = {"current": PASSWORD, "password": CHOSEN, "again": CHOSEN, **typed}
    return client.post("/desk/account/password", data={"_key": key, **data})


def test_a_new_password_signs_every_other_browser_out(app, db, ann):
    own, other = app.test_client(), app.test_client()
    enter(own)
    enter(other, key="another-key-00001")
    assert change(own).status_code == 303
    again = change(own)  # a double click
    assert (again.status_code, again.headers["Idempotent-Replay"]) == (303, "true")
    assert own.get("/desk/").status_code == 200
    assert other.get("/desk/").location.startswith("/sign-in")
    assert enter(app.test_client(), key="third-key-0000001").status_code == 401
    fresh = enter(app.test_client(), password=CHOSEN, key="fourth-key-000001")
    assert fresh.status_code == 303
    assert [e.verdict for e in acts(db, "change password")] == [Verdict.DONE]


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ({"current": ""}, 422, "Give your password as it is now."),
        ({"again": "another one now"}, 422, "The two are not the same."),
        ({"current": "not mine"}, 409, "This is not your password as it is now."),
        ({"password": "short", "again": "short"}, 409, "It has 5 characters."),
        ({"password": "x" * 600, "again": "x" * 600}, 409, "It has 600 characters."),
    ],
)
def test_a_password_that_cannot_be_changed_stays(app, db, ann, typed, status, sentence):
    client = app.test_client()
    enter(client)
    response = change(client, **typed)
    assert response.status_code == status
    assert sentence in response.get_data(as_text=True)
    again = enter(app.test_client(), key="another-key-00001")
    assert again.status_code == 303


@pytest.mark.rule("HOUSE-ACCESS-7")
def test_guessing_the_old_password_on_a_signed_in_browser_is_slowed(app, db, ann):
    client = app.test_client()
    enter(client)
    for number in range(10):
        key = f"change-key-1000{number:02}"
        assert change(client, key=key, current="wrong").status_code == 409
    held = change(client, key="change-key-200000")
    assert (held.status_code, held.headers["Retry-After"]) == (429, "900")


@pytest.mark.rule("HOUSE-ACCESS-15")
def test_only_the_demo_house_shows_sign_ins(app, config, db):
    assert DEMO_PASSWORD in app.test_client().get("/sign-in").get_data(as_text=True)
    real = create_app(replace(config, mode=Mode.PRODUCTION))
    page = real.test_client().get("/sign-in").get_data(as_text=True)
    assert DEMO_PASSWORD not in page
    assert "Ask an administrator" in page
    real.extensions["database"].engine.dispose()


def test_a_code_is_shown_to_visitors_of_the_demo_house_and_nobody_else(config):
    real = replace(config, mode=Mode.PRODUCTION)
    assert demo_secret_code(config, "ingrid", "JBSWY3DPEHPK3PXP", NOON)
    assert demo_secret_code(config, "ann", "JBSWY3DPEHPK3PXP", NOON) is None
    assert demo_secret_code(real, "ingrid", "JBSWY3DPEHPK3PXP", NOON) is None
