"""Standings given again while nothing is looked up: the same answer, and no more."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf
from threading import Event

import pytest
from flask import request_started
from werkzeug.test import create_environ, run_wsgi_app

from app import create_app
from house.web import again
from house.web.measure import Measure
from tests.tournaments.cast import SLUG, STARTS, clock
from tests.tournaments.play_cast import deal, in_session, tablet
from tournaments.watching import kept

PAGE = f"/t/{SLUG}/standings"
LONG = 3600


@pytest.fixture
def patient(config):
    """A house that looks for news once an hour, and lets an address ask eight times."""
    app = create_app(
        replace(config, watch_seconds=LONG, public_at_once=8, public_a_second=1)
    )
    yield app
    app.extensions["database"].engine.dispose()


@pytest.fixture
def reached(patient):
    """The addresses that were asked for in the house itself."""
    found = []

    def note(_app, **_more):
        found.append(1)

    with request_started.connected_to(note, patient):
        yield found


@pytest.mark.rule("HOUSE-TOURN-340", "HOUSE-CROWD-6")
def test_the_same_answer_is_given_again_and_still_counts(db, patient, reached):
    in_session(db)
    phone = patient.test_client()
    with clock(STARTS + 1):
        first = phone.get(PAGE)
        deal(tablet(db))
        second = phone.get(PAGE)
        assert (second.status, second.data) == (first.status, first.data)
        assert list(second.headers) == list(first.headers)
        assert "Content-Security-Policy" in second.headers
        assert len(reached) == 1
        seen = {"If-None-Match": first.headers["ETag"]}
        same = [phone.get(PAGE, headers=seen) for _ in range(2)]
        assert [(s.status_code, s.data) for s in same] == [(304, b"")] * 2
        assert len(reached) == 2
        counted = [phone.get(PAGE).status_code for _ in range(5)]
        assert counted == [200, 200, 200, 200, 429]


@pytest.mark.rule("HOUSE-TOURN-340")
def test_whatever_is_asked_otherwise_reaches_the_house(db, patient, reached):
    in_session(db)
    phone = patient.test_client()
    with clock(STARTS + 1):
        phone.get(PAGE)
        phone.get(f"{PAGE}?page=1")
        phone.head(PAGE)
        phone.get(PAGE, base_url="http://other.example")
        phone.set_cookie("session", "guessed")
        phone.get(PAGE)
    assert len(reached) == 5


def test_only_what_everybody_may_see_is_kept(app):
    with app.test_request_context("/desk/cage/"), pytest.raises(RuntimeError):
        again.holds(inf)


@pytest.mark.parametrize(
    ("until", "headers"),
    [(0, []), (inf, [("Set-Cookie", "form=1")]), (inf, [("Vary", "Cookie")])],
)
def test_what_holds_no_longer_or_is_of_one_person_is_made_again(until, headers):
    made = []

    def inner(environ, start_response):
        made.append(1)
        environ[again.UNTIL] = until
        start_response("200 OK", headers)
        return [b"said"]

    house = again.Again(inner, Measure(100, 100))
    for _ in range(2):
        parts, status, _ = run_wsgi_app(house, create_environ("/"))
        assert (b"".join(parts), status) == (b"said", "200 OK")
    assert len(made) == 2


def test_however_many_addresses_are_asked_for_few_answers_are_kept():
    def inner(environ, start_response):
        environ[again.UNTIL] = inf
        start_response("200 OK", [])
        return [environ["QUERY_STRING"].encode()]

    house = again.Again(inner, Measure(1000, 1))
    for number in range(again.MOST + 5):
        run_wsgi_app(house, create_environ(f"/?{number}"))
    assert len(house._kept) == 5


def test_one_makes_a_page_anew_while_others_get_the_one_before(app):
    before = kept.Kept((1,), 0, {"list": "old"})
    now, makes, may_end = kept.Kept((2,), 0, before=before), Event(), Event()

    def make():
        makes.set()
        assert may_end.wait()
        return "new"

    def maker():
        with app.app_context():
            return kept.made(now, "list", make)

    with ThreadPoolExecutor() as pool:
        made = pool.submit(maker)
        assert makes.wait()
        assert kept.made(now, "list", lambda: "again") == "old"
        assert not now.holds("list")
        may_end.set()
        assert made.result() == "new"
    assert now.holds("list")
    assert kept.made(now, "list", lambda: "again") == "new"
