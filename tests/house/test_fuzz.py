"""Every route and form under hostile hands: a sentence, never an error of the house."""

from itertools import groupby

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from house.demo.load import load
from tests.house.conftest import NOON
from tests.house.floor_cast import clock_shows
from tests.house.hostile import explore, requests_to
from tests.house.rounds_cast import key

QUICK, ONCE, LONG = 2, 1, 200
LEAVES = {"accounts", "staff"}  # what may end a sign-in, asked by somebody new


@pytest.fixture
def enter(app, db, config, sign_in, monkeypatch):
    """Somebody of a role in the demo house; again the same, or somebody new."""
    # Drawing a page takes seconds and is tried elsewhere.
    monkeypatch.setattr("weasyprint.HTML.write_pdf", lambda *_, **__: b"%PDF-")
    with clock_shows():
        load(db, config, NOON)
        inside = {None: app.test_client()}

        def as_(role, *, new=False):
            if role is not None and (new or role not in inside):
                inside[role] = sign_in(role, username=f"fuzz-{key()}")
            return inside[role]

        yield as_


def rooms(app):
    """The routes of the house, room by room."""
    found = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    of = sorted(found, key=lambda rule: (rule.endpoint, rule.rule))
    return groupby(of, key=lambda rule: rule.endpoint.partition(".")[0])


def failures(app, enter, times):
    """Every request, to every route of the map, that the house could not answer."""
    found, asked = [], 0
    atlas = explore(app, enter)

    def answered(sent, room):
        nonlocal asked
        asked += 1
        client = enter(sent.role, new=room in LEAVES)
        about = {"data": sent.body, "content_type": sent.kind, "buffered": True}
        answer = client.open(sent.address, method=sent.method, **about)
        if answer.status_code >= 500:
            found.append((answer.status_code, sent))

    for room, rules in rooms(app):
        fire_at(room, [requests_to(atlas, rule) for rule in rules], answered, times)
    return found, asked


def fire_at(room, requests, answered, times):
    """Send so many volleys to a room, each with a request to every route of it."""

    @settings(
        max_examples=times,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=[*HealthCheck],
    )
    @given(st.tuples(*requests))
    def fire(volley):
        for sent in volley:
            answered(sent, room)

    fire()


def test_no_request_makes_the_house_fail(app, db, enter):
    times = QUICK if db.is_sqlite else ONCE
    found, asked = failures(app, enter, times)
    assert asked > 200 * times
    assert not found


@pytest.mark.soak
def test_no_request_makes_the_house_fail_for_long(app, enter):
    found, _ = failures(app, enter, LONG)
    assert not found
