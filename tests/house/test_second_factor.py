"""The second factor: each code once, sealed at rest, needed where the role says so."""

import html
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from sqlmodel import select
from structlog.testing import capture_logs

from house import sealed_with
from house.audit.models import AuditRow, Verdict
from house.people.accounts import codes, second_factor, sign_in
from house.people.accounts.passwords import passwords
from house.people.models import RecoveryCodeRow, StaffRow, StaffSessionRow
from house.people.roles import Role
from house.sealing import BrokenSeal, Seal
from house.web.once import RequestKeyRow
from tests.house.conftest import NOON, add_staff
from tests.house.test_sign_in import PASSWORD, enter, hire

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
STEP = timedelta(seconds=second_factor.STEP_SECONDS)


@pytest.fixture(autouse=True)
def at_noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def amy(app, db, config):
    """Amy administers: a password, a second factor and ten recovery codes."""
    staff = hire(db, config, "amy", Role.ADMIN)
    with db.writing() as session:
        row = session.get_one(StaffRow, staff.pk)
        row.totp_sealed = second_factor.seal_secret(Seal.of(config), staff.pk, SECRET)
        row.totp_confirmed_at = NOON
    return staff


def half_in(app, key="half-in-key-00001"):
    client = app.test_client()
    response = enter(client, "amy", key=key)
    assert response.location == "/sign-in/second-factor"
    return client


def give(client, code, key="code-key-00000001", **more):
    data = {"code": code, "_key": key, **more}
    return client.post("/sign-in/second-factor", data=data)


def code_at(moment=NOON) -> str:
    return second_factor.code_at(SECRET, moment)


def test_the_code_opens_the_desk_under_a_new_token(app, db, amy):
    client = half_in(app)
    before = client.get_cookie("session").value
    assert client.get("/desk/").location == "/sign-in/second-factor"
    assert client.get("/sign-in/second-factor").status_code == 200
    response = give(client, f"{code_at()[:3]} {code_at()[3:]}", next="/desk/rules/")
    assert (response.status_code, response.location) == (303, "/desk/rules/")
    assert client.get_cookie("session").value != before
    assert client.get("/desk/").status_code == 200
    old = app.test_client()
    old.set_cookie("session", before)
    assert old.get("/desk/").location == "/sign-in/second-factor"


@pytest.mark.rule("HOUSE-ACCESS-5")
def test_a_code_is_good_once(app, db, amy, at_noon):
    give(half_in(app), code_at())
    other = half_in(app, key="half-in-key-00002")
    again = give(other, code_at(), key="code-key-00000002")
    assert again.status_code == 401
    assert "was used already" in again.get_data(as_text=True)
    earlier = give(other, code_at(NOON - STEP), key="code-key-00000003")
    assert earlier.status_code == 401
    at_noon.shift(STEP)
    later = give(other, code_at(NOON + STEP), key="code-key-00000004")
    assert later.status_code == 303


@pytest.mark.rule("HOUSE-ACCESS-5")
def test_of_two_who_send_one_code_at_once_one_succeeds(app, db, amy):
    def claim(_number):
        with db.writing() as session:
            return codes.claim_step(session, amy.pk, 7)

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(claim, range(4))) == [False, False, False, True]


@pytest.mark.rule("HOUSE-ACCESS-5")
def test_the_same_request_twice_is_one_sign_in(app, db, amy):
    client = half_in(app)
    half = client.get_cookie("session").value
    assert give(client, code_at()).status_code == 303
    client.set_cookie("session", half)  # the second click left before the answer came
    assert give(client, code_at()).status_code == 303
    assert client.get("/desk/").status_code == 200
    with db.reading() as session:
        rows = session.exec(
            select(StaffSessionRow).where(
                StaffSessionRow.request_key == "code-key-00000001"
            )
        ).all()
    assert sorted(row.revoked_at is None for row in rows) == [False, True]


def test_a_known_key_alone_lets_nobody_in(app, amy):
    give(half_in(app), code_at())
    wrong = give(half_in(app, key="half-in-key-00002"), "000000")
    assert wrong.status_code == 401


@pytest.mark.parametrize(
    ("shift", "status"),
    [(-2, 401), (-1, 303), (0, 303), (1, 303), (2, 401)],
)
def test_a_telephone_may_be_half_a_minute_wrong(app, amy, shift, status):
    assert give(half_in(app), code_at(NOON + shift * STEP)).status_code == status


@pytest.mark.parametrize("code", ["12345", "1234567", "abcdef", "１２３４５６"])
def test_what_is_no_code_is_refused(app, amy, code):
    assert give(half_in(app), code).status_code == 401


def test_an_empty_code_is_asked_for_again(app, amy):
    response = give(half_in(app), " ")
    assert response.status_code == 422
    assert "Give the six digits" in response.get_data(as_text=True)


@pytest.mark.rule("HOUSE-ACCESS-8")
def test_guessing_codes_is_slowed_though_the_password_fits(app, amy):
    for number in range(5):
        client = half_in(app, key=f"half-in-key-1000{number}")
        key = f"code-key-1000000{number}"
        assert give(client, "000000", key=key).status_code == 401
    held = enter(app.test_client(), "amy", key="half-in-key-20000", address="127.0.0.1")
    assert held.status_code == 429


@pytest.mark.rule("HOUSE-ACCESS-5")
def test_a_recovery_code_signs_in_once(app, db, amy):
    with db.writing() as session:
        made = codes.replace(session, amy.pk, NOON)
    typed = made[3].lower().replace("-", " ")
    assert give(half_in(app), typed).status_code == 303
    again = give(half_in(app, key="half-in-key-00002"), typed, key="code-key-00000002")
    assert again.status_code == 401
    with db.reading() as session:
        assert codes.left(session, amy.pk) == 9
        kept = session.exec(select(RecoveryCodeRow.code_sha256)).all()
    assert not set(made) & set(kept)


def test_the_secret_is_sealed_for_one_person_and_opens_with_older_keys():
    old, new = Seal(("old secret",)), Seal(("new secret", "old secret"))
    sealed = second_factor.seal_secret(old, 7, SECRET)
    assert SECRET not in sealed
    assert second_factor.open_secret(new, 7, sealed) == SECRET
    with pytest.raises(BrokenSeal):
        second_factor.open_secret(new, 8, sealed)
    with pytest.raises(BrokenSeal):
        second_factor.open_secret(Seal(("new secret",)), 7, sealed)


@pytest.mark.rule("HOUSE-ACCESS-4")
@pytest.mark.parametrize(
    ("role", "location"),
    [
        (role, "/desk/account/second-factor" if needs else None)
        for role in Role
        for needs in [role in {Role.ADMIN, Role.APPROVER, Role.SCRUTINEER}]
    ],
)
def test_who_needs_a_second_factor_before_the_desk_opens(
    app, db, config, role, location
):
    hire(db, config, "amy", role)
    client = app.test_client()
    assert enter(client, "amy").location == "/desk/"
    response = client.get("/desk/")
    assert (response.status_code, response.location) == (
        (303, location) if location else (200, None)
    )


def sealed_in(page: str) -> str:
    found = re.search(r'name="sealed"[^>]*value="([^"]+)"', page)
    assert found
    return html.unescape(found[1])


def begin(client, sealed, code, key="enrol-key-0000001", current=PASSWORD):
    data = {"sealed": sealed, "code": code, "current": current, "_key": key}
    return client.post("/desk/account/second-factor", data=data)


@pytest.fixture
def newcomer(app, db, config):
    """An approver who has signed in and must set a second factor up."""
    staff = hire(db, config, "amy", Role.APPROVER)
    client = app.test_client()
    enter(client, "amy")
    return client, staff


def secret_of(config, staff, sealed) -> str:
    return second_factor.open_secret(Seal.of(config), staff.pk, sealed)


def test_setting_it_up_shows_ten_codes_once_and_opens_the_desk(
    app, db, config, newcomer
):
    client, staff = newcomer
    page = client.get("/desk/account/second-factor").get_data(as_text=True)
    assert 'src="data:image/svg+xml' in page
    assert " style=" not in page
    sealed = sealed_in(page)
    secret = secret_of(config, staff, sealed)
    response = begin(client, sealed, second_factor.code_at(secret, NOON))
    shown = re.findall(r"<code>([A-Z0-9-]{19})</code>", response.get_data(as_text=True))
    assert response.status_code == 200
    assert len(shown) == 10
    assert client.get("/desk/").status_code == 200
    with db.reading() as session:
        row = session.get_one(StaffRow, staff.pk)
        [kept] = session.exec(select(RequestKeyRow)).all()
        acts = set(session.exec(select(AuditRow.act)))
    assert secret not in (row.totp_sealed or "")
    assert shown[0].encode() not in kept.body
    assert "set up second factor" in acts
    again = begin(client, sealed, second_factor.code_at(secret, NOON))
    assert shown[0] in again.get_data(as_text=True)  # the same request, sent twice


def test_the_code_that_set_it_up_does_not_sign_in(app, db, config, newcomer, at_noon):
    client, staff = newcomer
    sealed = sealed_in(client.get("/desk/account/second-factor").get_data(as_text=True))
    secret = secret_of(config, staff, sealed)
    begin(client, sealed, second_factor.code_at(secret, NOON))
    other = half_in(app)
    assert give(other, second_factor.code_at(secret, NOON)).status_code == 401


def test_a_mistyped_code_keeps_the_picture(app, db, config, newcomer):
    client, _ = newcomer
    sealed = sealed_in(client.get("/desk/account/second-factor").get_data(as_text=True))
    response = begin(client, sealed, "000000")
    assert response.status_code == 409
    assert sealed_in(response.get_data(as_text=True)) == sealed
    with db.reading() as session:
        assert session.exec(select(RecoveryCodeRow)).all() == []
        last = session.exec(select(AuditRow).where(AuditRow.number == 2)).one()
    assert (last.act, last.verdict) == ("set up second factor", Verdict.REFUSED)


def test_a_picture_that_lapsed_or_was_forged_is_replaced(app, db, newcomer, at_noon):
    client, _ = newcomer
    sealed = sealed_in(client.get("/desk/account/second-factor").get_data(as_text=True))
    at_noon.shift(timedelta(seconds=second_factor.ENROL_SECONDS - 60))
    client.get("/desk/")  # still here
    at_noon.shift(timedelta(seconds=61))
    for number, stale in enumerate((sealed, "rubbish", "")):
        response = begin(client, stale, "123456", key=f"enrol-key-100000{number}")
        assert response.status_code == 409
        assert "This picture has lapsed." in response.get_data(as_text=True)
        assert sealed_in(response.get_data(as_text=True)) != stale


def test_setting_it_up_needs_the_password(app, db, config, newcomer):
    client, staff = newcomer
    sealed = sealed_in(client.get("/desk/account/second-factor").get_data(as_text=True))
    code = second_factor.code_at(secret_of(config, staff, sealed), NOON)
    response = begin(client, sealed, code, current="not the password")
    assert response.status_code == 409
    with db.reading() as session:
        assert session.get_one(StaffRow, staff.pk).totp_confirmed_at is None


def prove(client, url, key="renew-key-0000001", proof=PASSWORD):
    return client.post(url, data={"_key": key, "_proof": proof})


def test_new_recovery_codes_replace_the_old(app, db, config):
    dee = hire(db, config, "dee", Role.DEALER)
    with db.writing() as session:
        session.get_one(StaffRow, dee.pk).totp_confirmed_at = NOON
        [row] = [session.get_one(StaffRow, dee.pk)]
        row.totp_sealed = second_factor.seal_secret(Seal.of(config), dee.pk, SECRET)
        old = codes.replace(session, dee.pk, NOON)
    client = app.test_client()
    enter(client, "dee")
    give(client, code_at())
    page = prove(client, "/desk/account/second-factor/codes").get_data(as_text=True)
    shown = re.findall(r"<code>([A-Z0-9-]{19})</code>", page)
    assert len(shown) == 10
    assert not set(shown) & set(old)
    other = app.test_client()
    enter(other, "dee", key="another-key-00001")
    assert give(other, old[0], key="code-key-00000009").status_code == 401
    assert give(other, shown[0], key="code-key-00000008").status_code == 303


def test_it_can_be_turned_off_where_no_role_needs_it(app, db, config):
    hire(db, config, "dee", Role.DEALER, totp_sealed="-")
    client = app.test_client()
    enter(client, "dee")
    response = prove(client, "/desk/account/second-factor/off")
    assert response.status_code == 303
    with db.reading() as session:
        assert session.exec(select(StaffRow)).one().totp_sealed is None


@pytest.mark.rule("HOUSE-ACCESS-4")
def test_it_stays_on_where_the_role_needs_it(app, db, amy):
    client = half_in(app)
    give(client, code_at())
    response = prove(client, "/desk/account/second-factor/off")
    assert response.status_code == 409
    assert "Your role needs a second factor" in response.get_data(as_text=True)
    with db.reading() as session:
        assert session.get_one(StaffRow, amy.pk).totp_confirmed_at == NOON


def test_recovery_codes_without_a_second_factor_are_refused(app, db, config):
    hire(db, config, "dee", Role.DEALER)
    client = app.test_client()
    enter(client, "dee")
    assert prove(client, "/desk/account/second-factor/codes").status_code == 409


@pytest.mark.rule("HOUSE-ACCESS-19")
@pytest.mark.parametrize(("used", "told"), [(6, False), (7, True), (10, True)])
def test_the_desk_says_when_codes_run_low(app, db, amy, used, told):
    with db.writing() as session:
        codes.replace(session, amy.pk, NOON)
        for row in session.exec(select(RecoveryCodeRow)).all()[:used]:
            row.used_at = NOON
    with db.reading() as session:
        assert codes.run_low(session, amy.pk) is told


def test_who_never_had_codes_is_not_told_that_they_run_low(app, db):
    with db.writing() as session:
        staff = add_staff(session, "bo", Role.DEALER, at=NOON)
    with db.reading() as session:
        assert not codes.run_low(session, staff.pk)


@pytest.fixture
def keyless(app, db, config, amy):
    """The house without the key that Amy's second factor is sealed with."""
    with db.writing() as session:
        sealed_with.note(session, Seal.of(config), NOON)
        [recovery, *_] = codes.replace(session, amy.pk, NOON)
    app.extensions["seal"] = Seal(("a key that this house never sealed with",))
    yield recovery
    app.extensions["seal"] = Seal.of(config)


@pytest.mark.rule("HOUSE-BACKUP-3")
def test_a_code_that_no_key_can_check_is_not_called_wrong(app, db, config, keyless):
    client = half_in(app)
    with capture_logs() as logged:
        told = give(client, code_at())
    assert told.status_code == 401
    assert "does not have the key" in told.text
    assert "ask an administrator" in told.text
    assert "was used already" not in told.text
    [line] = [one for one in logged if "missing key" in one["event"]]
    assert line["keys"] == Seal.of(config).fingerprints
    assert give(client, keyless, key="code-key-00000002").status_code == 303
    desk = client.get("/desk/").text
    assert "A key of the house is missing" in desk
    assert Seal.of(config).fingerprints[0] in desk


@pytest.mark.rule("HOUSE-BACKUP-3")
def test_whoever_is_asked_again_learns_why_no_code_counts(db, config, amy):
    stranger = Seal(("a key that this house never sealed with",))
    with db.writing() as session:
        staff = session.get_one(StaffRow, amy.pk)
        assert not codes.readable(stranger, staff)
        assert codes.readable(Seal.of(config), staff)
        porter = sign_in.Porter(db, passwords(config), stranger)
        told = porter._why(session, staff, sign_in.WRONG_PROOF)
        staff.totp_sealed = staff.totp_confirmed_at = None
        assert codes.readable(stranger, staff)
    both = (*sign_in.WRONG_PROOF.refusals, *sign_in.NO_KEY.refusals)
    assert told.refusals == both
