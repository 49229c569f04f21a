"""When something fails: a sentence, the right code, and nothing lost."""

import re
from dataclasses import replace

import pytest
from sqlalchemy import text

from house.config import ROOT, Mode
from house.floor.editions.rule_copies import rules_address
from house.people.roles import Role


def test_a_page_that_is_not_there(sign_in):
    response = sign_in(Role.DIRECTOR).get("/desk/nowhere")
    assert response.status_code == 404
    assert "There is nothing at this address." in response.text


def test_a_page_used_the_wrong_way(sign_in):
    response = sign_in(Role.DIRECTOR).post("/desk/rules/", data={"_key": "k" * 16})
    assert response.status_code == 405


def test_a_form_that_is_too_large_is_refused_unread(app):
    response = app.test_client().post(
        "/sign-in", data={"username": "x" * (1024 * 1024 + 1)}
    )
    assert response.status_code == 413
    assert "too large" in response.text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (
            b"--x\r\nContent-Disposition: form-data; name",
            "multipart/form-data; boundary=x",
        ),
        (b"%zz=%00", "application/x-www-form-urlencoded"),
        (b"{", "application/json"),
    ],
)
def test_a_malformed_form_is_no_crash(app, body, kind):
    response = app.test_client().post("/sign-in", data=body, content_type=kind)
    assert 400 <= response.status_code < 500
    assert "Traceback" not in response.text


def test_a_form_without_its_proof_against_forgery_does_nothing(app, config):
    app.config["WTF_CSRF_ENABLED"] = True
    response = app.test_client().post("/sign-in", data={"username": "ruth"})
    assert response.status_code == 400
    assert "CSRF" in response.text


def test_a_database_that_cannot_be_reached(config, open_house):
    away = replace(
        config, database_url="postgresql+psycopg://app@/house?host=/nonexistent"
    )
    client = open_house(away).test_client()
    for path in ("/sign-in", "/desk/"):
        response = client.get(path)
        assert response.status_code == 503
        assert "cannot be reached" in response.text
        assert "reference" in response.text
    health = client.get("/healthz")
    assert (health.status_code, health.json["ok"]) == (503, False)
    assert "cannot be reached" in health.json["missing"][0]


def test_a_database_that_goes_away_while_somebody_works(sign_in, db):
    client = sign_in(Role.DIRECTOR)
    assert client.get("/desk/").status_code == 200
    with db.writer.begin() as connection:
        connection.execute(text("ALTER TABLE staff_session RENAME TO gone"))
    response = client.get("/desk/")
    assert response.status_code in {500, 503}
    assert "Nothing was saved" in response.text
    assert "staff_session" not in response.text


def test_a_machine_gets_the_same_sentence_as_json(app):
    response = app.test_client().get("/nowhere", headers={"Accept": "application/json"})
    assert response.status_code == 404
    assert response.json["title"] == "There is nothing at this address."


def test_production_keeps_cookies_to_this_host_and_to_tls(config, open_house):
    production = replace(config, mode=Mode.PRODUCTION, behind_tls=True)
    response = (
        open_house(production)
        .test_client()
        .get("/sign-in", base_url="https://house.example")
    )
    assert "max-age" in response.headers["Strict-Transport-Security"]
    for cookie in response.headers.getlist("Set-Cookie"):
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_a_house_answers_to_its_own_names_and_its_codes_lead_there(app, config):
    app.extensions["config"] = replace(
        config, public_url="https://house.example", hosts=("house.example",)
    )
    client = app.test_client()

    def asked(path, host):
        return client.get(path, base_url=f"http://{host}")

    assert asked("/sign-in", "house.example").status_code == 200
    for host in ("evil.example", "house.example.evil.example", "10.0.0.9"):
        for path in ("/sign-in", "/nowhere", "/static/app.css"):
            refused = asked(path, host)
            assert refused.status_code == 400
            assert "does not answer to that name" in refused.text
    assert asked("/healthz", "10.0.0.9").status_code == 200
    with app.test_request_context(base_url="https://evil.example"):
        assert rules_address("CROWN3") == "https://house.example/rules/CROWN3"


def test_no_address_is_made_from_the_name_a_request_came_by():
    by_request = re.compile(
        r"_external|\b(url_root|host_url|request\.base_url|root_url)\b"
    )
    rooms = ("house", "tournaments", "promotions", "templates")
    assert not [
        f"{path}: {line.strip()}"
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.*"))
        if path.suffix in {".py", ".html"}
        for line in path.read_text("utf-8").splitlines()
        if by_request.search(line)
    ]


def test_only_people_of_the_house_are_shown_the_way_to_a_desk(app, sign_in):
    guest = app.test_client().get("/t/nowhere")
    assert guest.status_code == 404
    assert "Back to the desk" not in guest.text
    assert "Back to the desk" in sign_in(Role.DEALER).get("/desk/nowhere").text
